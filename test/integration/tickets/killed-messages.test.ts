import { expect, it } from 'vitest';
import { writeWhileKilled } from '#test/support/faults/killed-messages.ts';

/** The larger runs are in test/processes and test/long. */
it('tickets and replies arrive once and in order although a process that sends or asks is killed once', async () => {
  const { faults } = await writeWhileKilled({ clients: 1, kills: 1, seed: 4 });

  expect(faults).toEqual([]);
});
