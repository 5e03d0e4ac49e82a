import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { bankBookings, unidentifiedReceipts } from '#functions/database/schema/bank-tables.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { addBankLines } from './add-bank-lines.ts';

/** The state of a line that was opened again: somebody may owe its amount by chance. */
export const OPEN_AGAIN = expect.stringMatching(/^(likely|unmatched)$/);

type AddedLines = Parameters<typeof addBankLines>[1];

/** The routes of a bank's lines, as an administrator calls them. */
export const lineCalls = ({ call }: Pick<TestPortal, 'call'>, { cookie }: { cookie: string }) => ({
  book: (lineId: number, body: object, headers: Record<string, string> = {}) =>
    call('POST', `/api/admin/bank-lines/${lineId}/book`, { cookie, headers, body }),
  ignore: (lineId: number, headers: Record<string, string> = {}) =>
    call('POST', `/api/admin/bank-lines/${lineId}/ignore`, { cookie, headers }),
  reopen: (lineId: number, body: object = {}, headers: Record<string, string> = {}) =>
    call('POST', `/api/admin/bank-lines/${lineId}/reopen`, { cookie, headers, body }),
  move: (paymentId: number, body: object, headers: Record<string, string> = {}) =>
    call('POST', `/api/admin/payments/${paymentId}/move`, { cookie, headers, body }),
});

export const addLine = async (
  { connection }: Pick<TestPortal, 'connection'>,
  line: AddedLines[number] = {},
): Promise<number> => (await addBankLines(connection, [line])).lineIds[0] ?? 0;

/** Reads what was booked for a line, and its rows among the unidentified receipts. */
export const readLineRows = async ({ connection }: Pick<TestPortal, 'connection'>, lineId: number) => ({
  bookings: await connection
    .select({
      entryId: bankBookings.entry_id,
      kind: bankBookings.kind,
      hasEnded: sql<boolean>`${bankBookings.ended_at} is not null`,
    })
    .from(bankBookings)
    .where(eq(bankBookings.line_id, lineId))
    .orderBy(bankBookings.id),
  receipts: await connection
    .select({
      kind: unidentifiedReceipts.kind,
      amount: sql<number>`${unidentifiedReceipts.amount}::float8`,
      date: unidentifiedReceipts.date,
      bankDate: unidentifiedReceipts.bank_date,
    })
    .from(unidentifiedReceipts)
    .where(eq(unidentifiedReceipts.line_id, lineId))
    .orderBy(unidentifiedReceipts.id),
});
