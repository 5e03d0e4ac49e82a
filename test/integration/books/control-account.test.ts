import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import type { BookEntry } from '#shared/contract/books/control-account.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { compareControlOf } from '#test/judge/compare.ts';
import { controlAccount } from '#test/judge/figures.ts';
import { readStored } from '#test/judge/stored.ts';
import { judgedBy } from '#test/judge/stored-histories.ts';
import { describeDifferences, makeTally } from '#test/judge/tally.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { closeAccount } from '#test/support/ledger/close-account.ts';
import { addCaller, addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const DELETED = 6;
const KEPT = 10;
const STEPS = 14;

let portal: TestPortal;
let admin: { cookie: string };
let userIds: number[];

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  userIds = await writeHistories(portal, { accounts: DELETED + KEPT, steps: STEPS });
  for (const userId of userIds.slice(0, DELETED)) {
    await closeAccount(portal, admin, userId, HISTORY_END);
  }
});
afterAll(() => portal.stop());

const read = async (from: string, to: string) =>
  (await portal.call('GET', `/api/admin/ledger/totals?from=${from}&to=${to}`, admin)).body;

/** Reads every page of the entries of a row. */
const readEntries = async (row: string, from: string, to: string): Promise<BookEntry[]> => {
  const found: BookEntry[] = [];
  let total = 1;
  for (let page = 1; found.length < total; page += 1) {
    const path = `/api/admin/ledger/entries?from=${from}&to=${to}&row=${row}&page=${page}`;
    const { body } = await portal.call('GET', path, admin);
    found.push(...body.entries);
    total = body.total;
  }

  return found;
};

const random = makeRandom(22);
const PERIODS = [
  ['2010-01-01', '2010-01-31'],
  ['2023-01-01', '2026-12-31'],
  [HISTORY_END, HISTORY_END],
  ...Array.from({ length: 30 }, () => {
    const ms = Date.parse('2023-02-01') + random.integer(0, 1_370) * 86_400_000;

    return [ms, ms + random.integer(0, 60) * 86_400_000].map((day) =>
      new Date(day).toISOString().slice(0, 10),
    );
  }),
] as [string, string][];

describe('the control account', () => {
  it('every figure of 33 periods equals that of the rows of generated accounts, also with closed accounts', async () => {
    const tally = makeTally();
    const judged = judgedBy(portal, admin, { accounts: await readStored(portal.databaseUrl), tally });
    const seen: Record<string, number> = {};

    for (const [from, to] of PERIODS) {
      await compareControlOf(judged, from, to);
      const { unidentified, agrees, ...figures } = controlAccount(judged.accounts, from, to);
      for (const [name, amount] of Object.entries(figures)) {
        seen[name] = (seen[name] ?? 0) + Math.abs(Number(amount));
      }
    }

    expect(describeDifferences(tally)).toEqual([]);
    expect(Object.entries(seen).filter(([, amount]) => amount === 0)).toEqual([]);
  });

  it('unidentified receipts stand under the account by their days, and change no row of it', async () => {
    const { lineIds } = await addBankLines(portal.connection, [{}]);
    const before = await read('2024-02-01', '2024-02-29');
    await portal.connection.execute(sql`
      insert into unidentified_receipts (line_id, kind, amount, date, bank_date, written_by)
      select ${lineIds[0]}, kind, amount::numeric, day::date, day::date, 1
      from (values ('in', '100', '2024-01-31'), ('in', '50.50', '2024-02-01'), ('moved', '-30', '2024-02-29'),
        ('sent-back', '-20', '2024-03-01')) as receipt (kind, amount, day)`);

    expect(await read('2024-02-01', '2024-02-29')).toEqual({
      ...before,
      unidentified: { opening: 100, in: 50.5, out: 30, closing: 120.5 },
    });
  });

  it('money that was said to be sent back and did not go comes in once', async () => {
    const { lineIds } = await addBankLines(portal.connection, [{}]);
    const before = await read('2024-05-01', '2024-05-31');
    await portal.connection.execute(sql`
      insert into unidentified_receipts (line_id, kind, amount, date, bank_date, written_by)
      select ${lineIds[0]}, kind, amount::numeric, '2024-05-03', '2024-05-03', 1
      from (values ('in', '100'), ('sent-back', '-100'), ('sent-back', '100'), ('moved', '-100')) as receipt (kind, amount)`);

    expect(await read('2024-05-01', '2024-05-31')).toEqual({
      ...before,
      unidentified: { ...before.unidentified, in: 100, out: 100 },
    });
  });

  it('the entries behind each row add up to it, page by page', async () => {
    const [from, to] = ['2024-01-01', '2026-11-30'];
    const account = await read(from, to);

    for (const row of CONTROL_ROWS) {
      const entries = await readEntries(row, from, to);
      const cents = entries.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
      expect({ row, cents }).toEqual({ row, cents: Math.round(account[row] * 100) });
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    }
    expect((await readEntries('invoices', from, to)).length).toBeGreaterThan(50);
  });

  it('the monthly list has all that was refunded, corrected, undone, credited and written off, and months opened again', async () => {
    const [from, to] = ['2025-01-01', '2025-12-31'];
    const writer = await addSignedInUser(portal, {
      user_role: 'admin',
      User_Name: 'Lerato',
      User_Surname: 'Dube',
    });
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by, opened_at, opened_by, opened_by_name, reason)
      values ('2022-10-31', now(), 1, '2025-06-30T22:30:00Z', ${writer.userId}::int, 'Lerato Dube', 'A bill came late')`);

    const listed = await readEntries('review', from, to);

    const counts = await portal.connection.execute(sql`
      select count(*) as count from (
        select date from ledger_entries where kind not in ('invoice', 'opening', 'recovery')
        union all select date from unidentified_receipts where kind = 'sent-back'
      ) as reviewed where date between ${from}::date and ${to}::date`);
    expect(listed.length).toBe(Number(counts.rows[0]?.count) + 1);
    expect(listed.filter(({ kind }) => kind === 'reversal').map(({ reason }) => reason)).toContain(
      'The bank returned it',
    );
    expect(listed.find(({ kind }) => kind === 'month-opening')).toMatchObject({
      date: '2025-07-01',
      description: 'October 2022 opened again',
      amount: null,
      reason: 'A bill came late',
      writtenBy: 'Lerato Dube',
      createdAt: '2025-06-30T22:30:00.000Z',
    });
    expect(listed.map(({ date }) => date)).toEqual(listed.map(({ date }) => date).toSorted());
  });

  it('an entry names client and reason apart from its description, and no deleted client', async () => {
    const [first] = await readEntries('refunds', HISTORY_END, HISTORY_END);
    const living = (await readEntries('refunds', '2024-01-01', '2026-10-31')).find(
      ({ name }) => name !== null,
    );

    expect(first).toMatchObject({
      kind: 'refund',
      description: 'Refund by EFT',
      reason: 'Paid twice',
      OWNumber: null,
      name: null,
      company: null,
      bankDate: null,
    });
    expect(living).toMatchObject({ name: 'Thandi Nkosi', OWNumber: expect.stringMatching(/^OW/) });
    expect(
      await portal.call('GET', '/api/admin/ledger/entries?from=2024-01-01&to=2024-01-02&row=none', admin),
    ).toMatchObject({
      status: 400,
      body: { fields: { row: 'Row must be one of the control account, or review' } },
    });
  });

  it('what clients owe on the last day is the sum of the list of debtors today, and no account is closed today', async () => {
    const { body: sums } = await portal.call('GET', '/api/admin/debtors/sums', admin);

    expect(await read('2026-11-01', '2026-12-31')).toMatchObject({ owed: sums.total, closedAccounts: 0 });
  });

  it('a period is closed once the last of its months is', async () => {
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by) values ('2023-03-31', now(), 1)`);

    expect(await read('2023-03-01', '2023-03-31')).toMatchObject({ isClosed: true });
    expect(await read('2023-03-01', '2023-04-01')).toMatchObject({ isClosed: false });
  });

  it('the opening balance builds on the stored figures of the newest closing, so that a wrong one shows', async () => {
    const { opening, closing } = await read('2024-06-01', '2024-06-30');
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by, totals, opened_at) values
        ('2024-05-31', now(), 1, ${JSON.stringify({ closing: opening })}::jsonb, null),
        ('2024-06-30', now(), 1, ${JSON.stringify({ closing: closing + 1 })}::jsonb, now())`);
    expect(await read('2024-06-01', '2024-07-31')).toMatchObject({ opening, agrees: true });

    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by, totals)
      values ('2024-06-30', now(), 1, ${JSON.stringify({ closing: closing + 1 })}::jsonb)`);
    expect(await read('2024-07-01', '2024-07-31')).toMatchObject({ opening: closing + 1, agrees: false });
    await portal.connection.execute(sql`
      update book_closings set opened_at = now() where last_day = '2024-06-30'`);
  });

  it('the account does not agree once an item is no longer the sum of its entries', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql.raw(`alter table ledger_items disable trigger user`));
    await owner.execute(
      sql.raw(`
      update ledger_items set amount = amount - 0.01
      where id = (select max(id) from ledger_items where kind = 'invoice' and due > 0)`),
    );
    await owner.execute(sql.raw(`alter table ledger_items enable trigger user`));

    expect(await read('2026-11-01', '2026-12-31')).toMatchObject({ agrees: false });
  });
});
