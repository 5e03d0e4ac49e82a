import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import type { BankFileStore } from '#functions/ports/database/bank/bank-file-store.ts';
import { decimalFromCents } from '#shared/money.ts';
import { seenInOtherFormat, seenOnAccount, seenOnOtherAccount } from './seen-in-other-file.ts';

/** A row of the Data API is at most 64 KB. */
const LINES_OF_A_ROW = 2_000;

export const decimalOrNull = (cents: number | null): string | null =>
  cents === null ? null : decimalFromCents(cents);

export const toIdentityRow = (
  line: Parameters<BankFileStore['recognise']>[1]['lines'][number],
  n: number,
) => ({
  n,
  date: line.date,
  amount: decimalFromCents(line.amountCents),
  balance: decimalOrNull(line.balanceCents),
  words: line.words,
  place: line.place,
  position: line.position,
  reference: line.reference,
});

/** Says of each line of a file whether it is known, and which line of the other format it makes a pair with (D63). */
export const recogniseLines =
  (db: Connection): BankFileStore['recognise'] =>
  async (account, { format, lines }) => {
    const days = lines.map(({ date }) => date).toSorted();
    const place = sql`n / ${sql.raw(String(LINES_OF_A_ROW))}`;
    const isKnown = sql`other.id in (select known from compared where n is not null and known is not null)`;
    // Sorting takes the same time however many lines are alike, while a join is planned for few.
    const { rows } = await db.execute(sql`
        with every as (
          select n, null::bigint as id, date, amount, balance, words, place, reference, null::int as file_id, position,
            false as "isOther"
          from jsonb_to_recordset(${JSON.stringify(lines.map(toIdentityRow))}::jsonb) as brought (
            n int, date date, amount numeric, balance numeric, words text, place int, position int, reference text)
          union all
          select null, line.id, line.date, line.amount, line.balance, line.words, line.place, null, line.file_id,
            line.position, file.format <> ${format}
          from ${bankLines} as line join ${bankFiles} as file on file.id = line.file_id
          where line.account = ${account} and line.date between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date
        ), compared as materialized (
          select every.*, max(id) over (partition by date, amount, balance, words, place) as known from every
        ), ranked as (
          select *, row_number() over (
            partition by date, amount, "isOther" order by file_id nulls last, position) as rank
          from compared where n is null or known is null
        ), paired as (
          select *, max(id) filter (where "isOther") over (partition by date, amount, rank) as same_as from ranked
        ), line as (
          select *, ${account}::text as account, row_number() over (partition by date, amount order by n) as nth
          from paired where n is not null
        ), seen as (
          select n, null as known, same_as, greatest(
            max(case when nth = 1 then ${seenOnAccount(isKnown, sql`${format}`)} end) over (partition by date, amount),
            ${seenOnOtherAccount}, ${seenInOtherFormat}) as day
          from line
          union all
          select n, known, null, null from compared where n is not null and known is not null
        )
        select string_agg(concat_ws(' ', coalesce(known, 0), coalesce(same_as, 0), day), ',' order by n) as found
        from seen group by ${place} order by ${place}`);

    return rows
      .flatMap(({ found }) => String(found).split(','))
      .map((found) => {
        const [known, sameAs, day = null] = found.split(' ');

        return { knownId: Number(known) || null, sameAs: Number(sameAs) || null, seenInFileOf: day };
      });
  };
