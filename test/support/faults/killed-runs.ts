import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { makeRandom } from '#local/seed/random.ts';
import { monthAfter } from '#shared/dates.ts';
import { DAYS_BILLED_TWICE, NUMBER_GAPS, runActs } from '#test/support/billing-runs/run-work.ts';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { startProcesses } from './worker-processes.ts';

interface Wanted {
  clients: number;
  kills: number;
  seed: number;
}

/**
 * Runs the billing of a month while the worker is killed at random moments, and then to the end. Returns the run, how
 * many invoices were issued at each kill, and a sentence for each fault.
 */
export const billWhileKilled = async (wanted: Wanted) => {
  const portal = await startTestPortal({ logError: () => {} });
  const processes = await startProcesses(portal, 1);
  const random = makeRandom(wanted.seed);
  const metInvoices: number[] = [];

  const count = async (query: string) =>
    Number((await portal.connection.execute(sql.raw(query))).rows[0]?.count);
  const countIssued = () => count("select count(*) from billing_run_lines where state = 'issued'");
  const isOfRun = eq(jobs.kind, 'billing-run');
  const readJob = async () => {
    const [row] = await portal.connection.select().from(jobs).where(isOfRun);

    return row ?? { key: '', state: '' };
  };
  // A try that found the locks of a killed one is due again a minute later.
  const makeDue = () => portal.connection.update(jobs).set({ not_before: null }).where(isOfRun);

  try {
    const month = monthAfter(new Date(), 1);
    for (let place = 0; place < wanted.clients; place += 1) {
      const user_id = await addUser(portal, {});
      await portal.connection.insert(services).values(
        Array.from({ length: 1 + (place % 3) }, () => ({
          user_id,
          service_category: 'Internet',
          price_per_month: '370.00',
          bill_from: `${month}-01`,
        })),
      );
    }
    const acts = await runActs(portal);
    const runId = await acts.begin(month);
    const { key } = await readJob();

    while (metInvoices.length < wanted.kills && (await readJob()).state !== 'completed') {
      await processes.readySpare();
      await makeDue();
      // Every third worker dies after its first portion: five that end nothing in a row would park the job.
      const wantedInvoices = (metInvoices.at(-1) ?? 0) + Number(metInvoices.length % 3 === 2);
      const working = processes.tell(0, { does: 'billing-run', key });
      while (processes.isBusy(0) && (await countIssued()) < wantedInvoices) {
        await sleep(5);
      }
      await sleep(random.integer(0, 60));
      if (processes.isBusy(0)) {
        await processes.kill(0);
        metInvoices.push(await countIssued());
      }
      await working;
    }
    for (let tries = 0; tries < 5 && (await readJob()).state !== 'completed'; tries += 1) {
      await makeDue();
      await processes.tell(0, { does: 'billing-run', key });
    }

    const { rows: wrong } = await portal.connection.execute(sql.raw(WRONG_LEDGERS));
    const faults = [
      ...wrong.map(({ account, wrong: what }) => `The ledger of account ${account} is wrong: ${what}`),
      ...((await count(`select count(*) from (${DAYS_BILLED_TWICE}) as twice`)) > 0
        ? ['Days are billed twice']
        : []),
      ...((await count(`select count(*) from (${NUMBER_GAPS}) as gap`)) > 0 ? ['Numbers have a gap'] : []),
    ];
    const unbilled = await count(`
      select count(*) from services where (
        select count(*) from billed_services as billed where billed.service_id = services.id and billed.ended_at is null
          and billed.from_day = '${month}-01') <> 1`);
    const jobsOfPdfs = await count("select count(*) from jobs where kind = 'invoice-pdf'");

    return {
      faults: unbilled > 0 ? [...faults, `${unbilled} services are not billed once`] : faults,
      metInvoices,
      job: (await readJob()).state,
      invoices: await count('select count(*) from invoices'),
      jobsOfPdfs,
      run: await acts.read(runId),
    };
  } finally {
    await processes.end();
    await portal.stop();
  }
};
