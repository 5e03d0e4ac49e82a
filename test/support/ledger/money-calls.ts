import { sql } from 'drizzle-orm';
import { insertOpeningEntries } from '#functions/adapters/database/payments/opening-entry.ts';
import { dayAfter } from '#shared/dates.ts';
import { decimalFromCents } from '#shared/money.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** The days around the run of the tests, in Johannesburg. */
export const dayFromToday = (days: number): string => dayAfter(new Date(), days);

const WRITE_OFF = {
  amount: 100,
  reason: 'Cannot be collected',
  collection: 'Three letters, then an attorney',
};
const UNDO = { reason: 'Written off by mistake' };

/** The routes of money, as an administrator calls them. */
export const moneyCalls = ({ call }: Pick<TestPortal, 'call'>, { cookie }: { cookie: string }) => ({
  pay: (userId: number, body: object = {}, headers: Record<string, string> = {}) =>
    call('POST', `/api/admin/users/${userId}/payments`, {
      cookie,
      headers,
      body: { date: dayFromToday(0), amount: 100, method: 'eft', ...body },
    }),
  reverse: (paymentId: number, body: object = { reason: 'The bank returned it' }) =>
    call('POST', `/api/admin/payments/${paymentId}/reversal`, { cookie, body }),
  refund: (userId: number, body: object = {}) =>
    call('POST', `/api/admin/users/${userId}/refunds`, {
      cookie,
      body: { amount: 100, method: 'eft', reason: 'The client asked for it', ...body },
    }),
  correct: (userId: number, body: object = {}) =>
    call('POST', `/api/admin/users/${userId}/corrections`, {
      cookie,
      body: { amount: 100, reason: 'It was wrong', ...body },
    }),
  writeOff: (invoiceId: number, body: object = {}) =>
    call('POST', `/api/invoices/${invoiceId}/write-off`, { cookie, body: { ...WRITE_OFF, ...body } }),
  undoWriteOff: (invoiceId: number) =>
    call('POST', `/api/invoices/${invoiceId}/write-off/reversal`, { cookie, body: UNDO }),
  writeOffOpening: (userId: number, body: object = {}) =>
    call('POST', `/api/admin/users/${userId}/opening-write-off`, { cookie, body: { ...WRITE_OFF, ...body } }),
  undoOpeningWriteOff: (userId: number) =>
    call('POST', `/api/admin/users/${userId}/opening-write-off/reversal`, { cookie, body: UNDO }),
  writeOffClients: (userIds: readonly number[], headers: Record<string, string> = {}, body: object = {}) =>
    call('POST', '/api/admin/write-offs', {
      cookie,
      headers,
      body: { userIds, reason: WRITE_OFF.reason, collection: WRITE_OFF.collection, ...body },
    }),
  setStatus: (invoiceId: number, status: 'paid' | 'void') =>
    call('PATCH', `/api/invoices/${invoiceId}/status`, { cookie, body: { status } }),
  issue: (userId: number, amount: number) =>
    call('POST', '/api/invoices', { cookie, body: { userId, lineItems: [{ description: 'Data', amount }] } }),
  credit: (invoiceId: number, body: object, headers: Record<string, string> = {}) =>
    call('POST', `/api/invoices/${invoiceId}/credit-notes`, {
      cookie,
      headers,
      body: { reason: 'error', explanation: 'The speed was never delivered', ...body },
    }),
  readDebt: (userId: number) => call('GET', `/api/users/${userId}/debt`, { cookie }),
  listPayments: (userId: number) => call('GET', `/api/users/${userId}/payments`, { cookie }),
  readInvoice: (invoiceId: number) => call('GET', `/api/invoices/${invoiceId}`, { cookie }),
});

/** Gives an account the balance of an import of today, which is above 0 in the client's favour. */
export const addOpening = async (userId: number, cents: number): Promise<void> => {
  const balance = decimalFromCents(cents);
  await connectAsOwner().transaction(async (db) => {
    await db.execute(
      sql`update users set "User_Debit" = "User_Debit" + ${balance}::numeric where "User_Id" = ${userId}`,
    );
    await db.execute(
      insertOpeningEntries(sql`
        select ${userId}::int as user_id, ${dayFromToday(0)}::date as taken_on, ${balance}::numeric as balance,
          null::date as due_date`),
    );
  });
};

/** Reads an account's entries, and what its credits pay, as they are stored. */
export const readLedger = async ({ connection }: Pick<TestPortal, 'connection'>, userId: number) => {
  const { rows: entries } = await connection.execute(sql`
    select kind, date::text, amount::float8 from ledger_entries where user_id = ${userId} order by id`);
  const { rows: allocations } = await connection.execute(sql`
    select credit.kind as credit, debt.kind as debt, debt.invoice_id as invoice, allocation.date::text,
      allocation.amount::float8, allocation.ends is not null as ends
    from ledger_allocations as allocation
    join ledger_items as credit on credit.id = allocation.credit_id
    join ledger_items as debt on debt.id = allocation.debt_id
    where allocation.user_id = ${userId} order by allocation.id`);

  return { entries, allocations };
};
