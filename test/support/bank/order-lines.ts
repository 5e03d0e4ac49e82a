import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import { addBankLines } from './add-bank-lines.ts';

interface CertainLine {
  userId: number;
  amount: string;
  date?: string;
  payer?: string;
}

/**
 * Stores a bank's file whose lines name their clients by OW number and have balances, so that they stay certain for a
 * client who owes that amount, or whose payer was booked before. Its opening and closing balances tie, and no other file
 * is of its account.
 */
export const addCertainLines = async (
  { connection }: Pick<TestPortal, 'connection'>,
  lines: readonly CertainLine[],
) => {
  const clients = await connection
    .select({ id: users.User_Id, owNumber: users.OWNumber })
    .from(users)
    .where(
      inArray(
        users.User_Id,
        lines.map(({ userId }) => userId),
      ),
    );
  const owNumbers = new Map(clients.map(({ id, owNumber }) => [id, owNumber]));
  const account = crypto.randomUUID();
  const added = await addBankLines(
    connection,
    lines.map((line, index) => ({
      ...line,
      account,
      balance: String(index),
      description: `${line.payer ?? 'EFT'} ${owNumbers.get(line.userId)} INTERNET`,
    })),
  );
  await connection
    .update(bankFiles)
    .set({
      account,
      opening: '0',
      closing: sql`(select sum(amount) from ${bankLines} where file_id = ${added.fileId})`,
    })
    .where(eq(bankFiles.id, added.fileId));

  return added;
};

export const bookCertain = (
  { call }: Pick<TestPortal, 'call'>,
  { cookie }: { cookie: string },
  fileId: number,
  { lineIds, key }: { lineIds?: readonly number[]; key?: string } = {},
) =>
  call('POST', `/api/admin/bank-files/${fileId}/book-certain`, {
    cookie,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: { lineIds },
  });

const isOfBooking = sql`${jobs.kind} = 'bank-booking'`;

/**
 * Runs the unfinished jobs that book lines, one after the other, as their queue would. One that left lines for its next
 * run, and one that was queued meanwhile, run as well, until none is left that does not wait for a later try.
 */
export const runBookings = async ({ connection, runTask }: Pick<TestPortal, 'connection' | 'runTask'>) => {
  const readKeys = (which: SQL) =>
    connection.select({ key: jobs.key }).from(jobs).where(and(isOfBooking, which)).orderBy(jobs.id);

  let due = await readKeys(inArray(jobs.state, ['queued', 'running']));
  while (due.length > 0) {
    for (const { key } of due) {
      await runTask('bank-booking', { Records: [{ body: JSON.stringify({ key }) }] });
    }
    due = await readKeys(sql`${jobs.state} = 'queued' and ${jobs.not_before} is null`);
  }
};

/** Reads the lines of a file with what they booked. */
export const readBooked = async ({ connection }: Pick<TestPortal, 'connection'>, fileId: number) => {
  const { rows } = await connection.execute(sql`
    select line.id, line.state, line.ordered_by, line.decided_by, count(booking.id)::int as bookings,
      min(entry.user_id) as user_id, sum(entry.amount)::float8 as amount
    from bank_lines as line
    left join bank_bookings as booking on booking.line_id = line.id and booking.ended_at is null
    left join ledger_entries as entry on entry.id = booking.entry_id
    where line.file_id = ${fileId} group by line.id order by line.id`);

  return rows;
};
