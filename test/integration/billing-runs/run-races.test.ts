import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingRuns } from '#functions/database/schema/billing-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import {
  DAYS_BILLED_TWICE,
  NUMBER_GAPS,
  readRunLines,
  runActs,
  runRunJobs,
} from '#test/support/billing-runs/run-work.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const DECEMBER = { from: '2026-12-01', to: '2026-12-31' };

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: Awaited<ReturnType<typeof addCaller>>;
let write: ReturnType<typeof serviceWrites>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  write = serviceWrites(portal);
});
afterAll(() => portal.stop());

afterEach(async () => {
  await portal.connection.delete(billingRuns);
  await portal.connection.execute(sql`update services set status = 'pending'`);
  for (const faults of [DAYS_BILLED_TWICE, NUMBER_GAPS, WRONG_LEDGERS]) {
    expect((await portal.connection.execute(sql.raw(faults))).rows).toEqual([]);
  }
});

/** Stops the clock; an administrator is signed in at that moment. */
const at = (now: string) => {
  stopClock(now);

  return runActs(portal, admin.userId);
};

const readLines = async (cookie: string, runId: number) =>
  (await portal.call('GET', `/api/admin/billing-runs/${runId}/lines`, { cookie })).body.lines;

const takeIn = (cookie: string, runId: number, lineIds: readonly number[]) =>
  portal.call('PATCH', `/api/admin/billing-runs/${runId}/lines`, {
    cookie,
    body: { lineIds, excluded: false },
  });

it('a draft beside the deletion of a client asks to try again, and then stands without that client', async () => {
  const acts = await at('2026-11-25T08:00:00Z');
  const [leaving, staying] = [await write.addClient(), await write.addClient()];
  for (const userId of [leaving, staying]) {
    await write.addService(userId, { bill_from: DECEMBER.from });
  }
  const drafting = await connectAsOwner().transaction(async (db) => {
    await db.delete(users).where(eq(users.User_Id, leaving));
    const answer = acts.draft('2026-12');
    await expect.poll(() => countBlockedStatements(portal)).toBeGreaterThan(0);

    return { answer };
  });

  expect(await drafting.answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await acts.draft('2026-12')).toMatchObject({ status: 201, body: { invoices: 1, total: 370 } });
});

describe('days that were freed', () => {
  /** A client whose service of R 370,00 a run has billed for December. */
  const addBilled = async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const userId = await write.addClient();
    await write.addService(userId, { bill_from: DECEMBER.from });
    const runId = await acts.begin('2026-12');
    await runRunJobs(portal);
    const [line] = await readLines(acts.cookie, runId);

    return { acts, userId, line };
  };

  /** Drafts December, takes all lines in, runs it, and returns what the draft waited for and what the run issued. */
  const billFreed = async (acts: Awaited<ReturnType<typeof runActs>>) => {
    const { body: draft } = await acts.draft('2026-12');
    const waiting = await readLines(acts.cookie, draft.id);
    const { body: taken } = await takeIn(
      acts.cookie,
      draft.id,
      waiting.map(({ id }: { id: number }) => id),
    );
    const { status } = await acts.start(draft.id, { total: taken.total });
    await runRunJobs(portal);
    const { body: after } = await acts.draft('2026-12');

    return {
      draft,
      waiting,
      status,
      issued: await readRunLines(portal, draft.id),
      isNothingLeft: (await readLines(acts.cookie, after.id)).length === 0,
    };
  };

  it('by a void wait with their invoice, and are billed once when they are taken in', async () => {
    const { acts, line } = await addBilled();
    expect((await moneyCalls(portal, { cookie: acts.cookie }).setStatus(line.invoiceId, 'void')).status).toBe(
      200,
    );
    const { draft, waiting, status, issued, isNothingLeft } = await billFreed(acts);

    expect(draft).toMatchObject({ invoices: 0, total: 0, leftOut: 1 });
    expect(waiting).toMatchObject([
      { ...DECEMBER, group: 'left-out', reason: 'freed', amount: 370, invoiceId: line.invoiceId },
    ]);
    expect(status).toBe(202);
    expect(issued).toMatchObject([{ ...DECEMBER, state: 'issued', billed: 370 }]);
    expect(isNothingLeft).toBe(true);
  });

  it('by a credit note of some days wait alone, and cost what the month has left', async () => {
    const { acts, line } = await addBilled();
    const days = { from: '2026-12-11', to: '2026-12-31' };
    const { status: credited } = await moneyCalls(portal, { cookie: acts.cookie }).credit(line.invoiceId, {
      lines: [{ lineId: line.lineId, amount: 250.65, ...days }],
    });
    expect(credited).toBe(201);
    const { waiting, status, issued, isNothingLeft } = await billFreed(acts);

    expect(waiting).toMatchObject([{ ...days, reason: 'freed', amount: 250.65, invoiceId: line.invoiceId }]);
    expect(status).toBe(202);
    expect(issued).toMatchObject([{ ...days, state: 'issued', billed: 250.65 }]);
    expect(isNothingLeft).toBe(true);
  });
});

describe('what an administrator does while a run is under way', () => {
  it('a closing of the months of its services holds up no invoice, and moves none of them', async () => {
    const acts = await at('2026-12-05T08:00:00Z');
    const books = closingCalls(portal, { cookie: acts.cookie });
    await moneyCalls(portal, { cookie: acts.cookie }).pay(await write.addClient(), { date: '2026-10-05' });
    for (let place = 0; place < 3; place += 1) {
      await write.addService(await write.addClient(), { bill_from: '2026-10-01', bill_until: '2026-11-30' });
    }
    const runId = await acts.begin('2026-11', { stopsAfter: 1 });
    await runRunJobs(portal);
    expect([(await books.close('2026-10')).status, (await books.close('2026-11')).status]).toEqual([
      201, 201,
    ]);
    expect((await acts.continue(runId)).status).toBe(200);
    await runRunJobs(portal);

    expect(await acts.read(runId)).toMatchObject({
      state: 'done',
      issued: 3,
      issuedTotal: 2220,
      error: null,
    });
    const { rows } = await portal.connection.execute(sql`
      select distinct kind, date::text from ledger_entries
      where invoice_id in (select invoice_id from billing_run_lines where run_id = ${runId})`);
    expect(rows).toEqual([{ kind: 'invoice', date: '2026-12-05' }]);
  });
});
