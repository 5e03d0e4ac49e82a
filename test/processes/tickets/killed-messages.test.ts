import { expect, it } from 'vitest';
import { writeWhileKilled } from '#test/support/faults/killed-messages.ts';

it('tickets and replies are delivered once and in order although the sending process is killed', async () => {
  const { faults } = await writeWhileKilled({ clients: 1, kills: 2, seed: 4 });

  expect(faults).toEqual([]);
});
