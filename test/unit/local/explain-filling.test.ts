import { expect, it } from 'vitest';
import { DatabaseFault } from '#functions/adapters/database/database-fault.ts';
import { explainFilling } from '#local/start/explain-filling.ts';
import { StartRefused } from '#local/start/start-refused.ts';

it('a filling that a busy computer was too slow for says so, and that the database must be emptied', () => {
  const cause = new Error('Failed query', { cause: new DatabaseFault('25P03', undefined) });
  const explained = explainFilling(cause);

  expect(explained).toBeInstanceOf(StartRefused);
  expect(explained).toMatchObject({ message: expect.stringMatching(/too busy.*empty that database/), cause });
});

it('another fault of the filling stays as it is', () => {
  const fault = new DatabaseFault('23505', 'users_email');

  expect(explainFilling(fault)).toBe(fault);
});
