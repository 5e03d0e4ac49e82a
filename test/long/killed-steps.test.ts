import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import type { KillPlan } from '#test/support/faults/kill-plans.ts';
import { startPortalWithDeaths } from '#test/support/faults/killed-steps.ts';
import { waitForProgress } from '#test/support/invoices/issue-invoice.ts';

const INVOICES_EACH = 10;
const SECONDS_MAX = 60;
const SECONDS_MAX_WITHOUT_MESSAGE = 130;

/** A portal on the real clock, with as many workers as the queue allows. */
let deaths: Awaited<ReturnType<typeof startPortalWithDeaths>>;
beforeAll(async () => {
  deaths = await startPortalWithDeaths({ workers: 5, speed: 1 });
});
afterAll(() => deaths.stop());

/** Half of the workers die as the step begins, the others when it is done. */
const planEach = (step: KillPlan['step'], isMessageLost: boolean): KillPlan[] =>
  Array.from({ length: INVOICES_EACH }, (_, position) => ({
    step,
    moment: position % 2 === 0 ? 'begun' : 'done',
    times: 1,
    isMessageLost,
  }));

type Ended = Awaited<ReturnType<typeof deaths.killEach>>;

const expectOnePdfEach = ({ kills, ids, states, rows, storedPdfs }: Ended) => {
  expect(kills).toBe(ids.length);
  expect(states).toEqual(ids.map(() => 'completed'));
  expect(rows.filter(({ number, fileName }) => fileName !== `${number}.pdf`)).toEqual([]);
  expect(storedPdfs).toEqual(rows.map(({ number }) => `${number}.pdf`));
  expect(new Set(rows.map(({ fileId }) => fileId)).size).toBe(ids.length);
};

const print = (what: string, { kills, storedPdfs, seconds, slowestSeconds }: Ended) =>
  process.stdout.write(
    `${what.padEnd(40)} ${kills} kills  ${storedPdfs.length} PDFs  ${seconds.toFixed(1)} s after the last kill, ` +
      `the slowest ${slowestSeconds.toFixed(1)} s after its own\n`,
  );

describe('ten invoices whose workers are killed once', () => {
  it.each(PROGRESS_STEPS)(
    `ten invoices whose workers are killed in '%s' end with one PDF each within ${SECONDS_MAX} s`,
    async (step) => {
      const ended = await deaths.killEach(planEach(step, false));
      print(step, ended);

      expectOnePdfEach(ended);
      expect(ended.seconds).toBeLessThan(SECONDS_MAX);
    },
  );

  it(`invoices whose workers and messages are lost in each step end with one PDF in ${SECONDS_MAX_WITHOUT_MESSAGE} s`, async () => {
    const ended = await deaths.killEach(PROGRESS_STEPS.flatMap((step) => planEach(step, true)));
    print('each step, the messages lost', ended);

    expectOnePdfEach(ended);
    expect(ended.seconds).toBeLessThan(SECONDS_MAX_WITHOUT_MESSAGE);
  });
});

describe('an invoice whose worker is killed in all five tries', () => {
  it('an invoice whose worker is killed in all five tries is parked, and can be started again by hand', async () => {
    const plan: KillPlan = { step: 'Converting to PDF', moment: 'begun', times: 5, isMessageLost: false };
    const { portal, admin, killEach } = deaths;
    const ended = await killEach([plan]);
    const [id = 0] = ended.ids;
    print('one in all five tries, then parked', ended);

    expect(ended).toMatchObject({ kills: 5, states: ['failed'], storedPdfs: [] });
    const again = await portal.call('POST', `/api/invoices/${id}/retry`, admin);
    expect(again.status).toBe(200);
    const { percent } = await waitForProgress(portal, admin, id, ({ state }) => state === 'completed');
    expect(percent).toBe(100);
  });
});
