import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { bankFiles, bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';

export const BANK_ACCOUNT = '012345678';

/** A statement of the Data API has at most 64 KB. */
const ROWS_AT_ONCE = 250;

interface AddedLine {
  account?: string;
  balance?: string;
  amount?: string;
  date?: string;
  description?: string;
  state?: typeof bankLines.$inferInsert.state;
  /** The client who is proposed. */
  userId?: number;
  payer?: string;
  /** The line of a file of the other format that is the same. */
  sameAs?: number;
}

/** Stores a bank's file of one day with these lines, without reading one, and returns the ids. */
export const addBankLines = async (
  db: Pick<Connection, 'insert' | 'execute'>,
  lines: readonly AddedLine[],
): Promise<{ fileId: number; lineIds: number[] }> => {
  const { rows } = await db.execute(
    sql`select (now() at time zone 'Africa/Johannesburg')::date::text as today`,
  );
  const today = String(rows[0]?.today);
  const [file] = await db
    .insert(bankFiles)
    .values({
      file_name: 'planted.csv',
      format: 'csv',
      bank: 'Standard Bank',
      account: lines[0]?.account ?? BANK_ACCOUNT,
      header: 'planted',
      from_day: today,
      to_day: today,
      book_from: today,
      skipped: 0,
      skipped_amount: '0',
      fees: '0',
      duplicates: 0,
      duplicates_amount: '0',
      uploaded_by: 1,
    })
    .returning({ id: bankFiles.id });
  const fileId = file?.id ?? 0;
  const added: { id: number }[] = [];
  for (let first = 0; first < lines.length; first += ROWS_AT_ONCE) {
    const rows = await db
      .insert(bankLines)
      .values(
        lines
          .slice(first, first + ROWS_AT_ONCE)
          .map(
            ({
              account = BANK_ACCOUNT,
              balance,
              amount = '100.00',
              date = today,
              description = 'PAYMENT',
              state,
              userId,
              payer,
              sameAs,
            }) => ({
              file_id: fileId,
              account,
              balance: balance ?? null,
              date,
              description,
              amount,
              words: crypto.randomUUID(),
              place: 1,
              position: 1,
              state: state ?? (userId ? ('certain' as const) : ('unmatched' as const)),
              payer: payer ?? null,
              same_as: sameAs ?? null,
            }),
          ),
      )
      .returning({ id: bankLines.id });
    added.push(...rows);
  }
  const lineIds = added.map(({ id }) => id);
  const proposals = lines.flatMap(({ userId }, index) =>
    userId ? [{ line_id: lineIds[index] ?? 0, place: 1, user_id: userId, reasons: ['OW number'] }] : [],
  );
  if (proposals.length > 0) {
    await db.insert(bankProposals).values(proposals);
  }

  return { fileId, lineIds };
};
