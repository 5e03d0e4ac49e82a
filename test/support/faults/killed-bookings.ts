import { setTimeout as sleep } from 'node:timers/promises';
import { like, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { makeRandom } from '#local/seed/random.ts';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { addCertainLines, bookCertain, readBooked } from '#test/support/bank/order-lines.ts';
import { addOwingClients } from '#test/support/bank/owing-clients.ts';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { startProcesses } from './worker-processes.ts';

interface Wanted {
  lines: number;
  kills: number;
  seed: number;
}

/**
 * Books all certain lines of a file while the worker is killed at random moments, and then to the end. Returns what
 * became of the file, how many lines were booked at each kill, and a sentence for each fault.
 */
export const bookWhileKilled = async (wanted: Wanted) => {
  const portal = await startTestPortal({ logError: () => {} });
  const processes = await startProcesses(portal, 1);
  const random = makeRandom(wanted.seed);
  const faults: string[] = [];
  const metLines: number[] = [];

  const countBooked = async (fileId: number) =>
    (await readBooked(portal, fileId)).filter(({ state }) => state === 'booked').length;

  try {
    const admin = await addCaller(portal, 'admin');
    const amounts = Array.from({ length: wanted.lines }, (_, place) => 100 + (place % 7));
    const userIds = await addOwingClients(
      portal,
      amounts.map((amount) => [amount, 50]),
    );
    const { fileId } = await addCertainLines(
      portal,
      userIds.map((userId, place) => ({ userId, amount: (amounts[place] ?? 0).toFixed(2) })),
    );
    const isOfFile = like(jobs.key, `bank-file:${fileId}:%`);
    await bookCertain(portal, admin, fileId);
    const readJob = async () => {
      const [row] = await portal.connection.select().from(jobs).where(isOfFile);

      return row ?? { key: '', state: '' };
    };
    const { key } = await readJob();

    while (metLines.length < wanted.kills && (await readJob()).state !== 'completed') {
      await processes.readySpare();
      // A try that found the locks of a killed one is due again a minute later.
      await portal.connection.update(jobs).set({ not_before: null }).where(isOfFile);
      // Every second worker dies after its first portion: five that end nothing in a row would park the job.
      const wantedLines = (metLines.at(-1) ?? 0) + (metLines.length % 2);
      const working = processes.tell(0, { does: 'bank-booking', key });
      while (processes.isBusy(0) && (await countBooked(fileId)) < wantedLines) {
        await sleep(20);
      }
      await sleep(random.integer(0, 200));
      if (processes.isBusy(0)) {
        await processes.kill(0);
        metLines.push(await countBooked(fileId));
      }
      await working;
    }
    if (metLines.length < wanted.kills) {
      faults.push(`Only ${metLines.length} kills came before all lines were booked`);
    }
    for (let tries = 0; tries < 5 && (await readJob()).state !== 'completed'; tries += 1) {
      await portal.connection.update(jobs).set({ not_before: null }).where(isOfFile);
      await processes.tell(0, { does: 'bank-booking', key });
    }

    const { rows: wrong } = await portal.connection.execute(sql.raw(WRONG_LEDGERS));
    faults.push(
      ...wrong.map(({ account, wrong: what }) => `The ledger of account ${account} is wrong: ${what}`),
    );
    const lines = await readBooked(portal, fileId);
    for (const [place, line] of lines.entries()) {
      const isRight =
        line.state === 'booked' &&
        line.bookings === 1 &&
        line.user_id === userIds[place] &&
        line.amount === amounts[place];
      if (!isRight) {
        faults.push(`Line ${line.id} is ${line.state} with ${line.bookings} bookings`);
      }
    }
    const { rows: payments } = await portal.connection.execute(sql`
      select count(*)::int as count, sum(amount)::float8 as sum from ledger_entries where kind = 'payment'`);
    const { body: file } = await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin);

    return {
      faults,
      metLines,
      job: (await readJob()).state,
      payments: payments[0],
      paid: amounts.reduce((sum, amount) => sum + amount, 0),
      file: file as BankFile,
    };
  } finally {
    await processes.end();
    await portal.stop();
  }
};
