import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLOCK_SPEED } from '#test/support/faults/fast-clock.ts';
import { startPortalWithDeaths } from '#test/support/faults/killed-steps.ts';

/** The larger runs are in test/processes and test/long. */
let deaths: Awaited<ReturnType<typeof startPortalWithDeaths>>;
beforeAll(async () => {
  deaths = await startPortalWithDeaths({ workers: 1, speed: CLOCK_SPEED });
});
afterAll(() => deaths.stop());

it('an invoice whose worker is killed after it stored the PDF, and before it noted that, ends with one PDF', async () => {
  const { kills, states, rows, storedPdfs } = await deaths.killEach([
    { step: 'Uploading to cloud drive storage', moment: 'done', times: 1, isMessageLost: false },
  ]);

  expect(kills).toBe(1);
  expect(states).toEqual(['completed']);
  expect(rows.map(({ number, fileName }) => fileName === `${number}.pdf`)).toEqual([true]);
  expect(storedPdfs).toEqual(rows.map(({ number }) => `${number}.pdf`));
});
