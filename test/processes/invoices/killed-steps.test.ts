import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { CLOCK_SPEED } from '#test/support/faults/fast-clock.ts';
import { startPortalWithDeaths } from '#test/support/faults/killed-steps.ts';

/** The large run, by the real clock, is in test/long. */
let deaths: Awaited<ReturnType<typeof startPortalWithDeaths>>;
beforeAll(async () => {
  deaths = await startPortalWithDeaths({ workers: 2, speed: CLOCK_SPEED });
});
afterAll(() => deaths.stop());

it.each([
  ['an invoice', 'invoice'],
  ['a credit note', 'creditNote'],
] as const)('%s whose worker is killed once in each step still ends with one PDF', async (_, kind) => {
  const plans = PROGRESS_STEPS.map((step, position) => ({
    step,
    moment: position % 2 === 0 ? ('begun' as const) : ('done' as const),
    times: 1,
    isMessageLost: false,
  }));
  const { kills, states, rows, storedPdfs } = await deaths.killEach(plans, kind);

  expect(kills).toBe(plans.length);
  expect(states).toEqual(plans.map(() => 'completed'));
  expect(rows.map(({ number, fileName }) => fileName === `${number}.pdf`)).toEqual(plans.map(() => true));
  expect(storedPdfs).toEqual(rows.map(({ number }) => `${number}.pdf`));
});
