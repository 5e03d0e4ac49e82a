import { expect, it } from 'vitest';
import { writeWhileKilled } from '#test/support/faults/killed-messages.ts';

it('tickets and replies of three clients arrive once and in order across 20 kills', async () => {
  const { faults, messages } = await writeWhileKilled({ clients: 3, kills: 20, seed: 20 });

  expect(faults).toEqual([]);
  expect(messages).toBeGreaterThan(50);
});
