import { type SQL, sql } from 'drizzle-orm';
import { bankBookings, unidentifiedReceipts } from '#functions/database/schema/bank-tables.ts';
import { bookClosings, ledgerEntries, purgedSums } from '#functions/database/schema/ledger-tables.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { BookList, ControlRow } from '#shared/contract/books/control-account.ts';
import { isOfEntries } from './purged-sums.ts';

export const isPurgedReceipt = sql`kind like 'unidentified-%'`;

/** The entries that each row of the control account sums up (D71). */
const ENTRIES_OF_ROW: Record<ControlRow, SQL> = {
  invoices: sql`kind = 'invoice'`,
  creditNotes: sql`kind = 'credit-note'`,
  voids: sql`kind = 'reversal' and amount >= 0`,
  receipts: sql`kind = 'payment'`,
  returnedReceipts: sql`kind = 'reversal' and amount < 0`,
  refunds: sql`kind = 'refund'`,
  adjustments: sql`kind in ('opening', 'correction')`,
  writeOffs: sql`kind in ('write-off', 'write-off-reversal')`,
  recoveries: sql`kind = 'recovery'`,
};

/** Typed by hand: no line of the bank recorded the payment, and none was joined with it. */
const isTyped = sql`kind = 'payment' and id > 0 and not exists (
  select from ${bankBookings} as booking
  where booking.entry_id = entered.id and (booking.ended_at is null or booking.kind = 'payment'))`;

const isReviewed = sql`${isTyped} or kind in ('refund', 'correction', 'reversal', 'credit-note', 'write-off', 'write-off-reversal')`;

/** Where a row of a list stands: the newest of what is still nobody's, or all that came in, went out or was sent back. */
const receiptPlaces = (
  row: 'unidentified' | 'unidentifiedIn' | 'unidentifiedOut' | 'review',
  { from, to }: Period,
): SQL => {
  if (row === 'unidentified') {
    return sql`
      select date, id, 'receipt' as source from (
        select distinct on (line_id) date, id from ${unidentifiedReceipts}
        where kind = 'in' and date <= ${to}::date and line_id in (
          select line_id from ${unidentifiedReceipts} where date <= ${to}::date group by line_id having sum(amount) > 0)
        order by line_id, date desc, id desc
      ) as held`;
  }
  const isOfRow = {
    unidentifiedIn: sql`kind = 'in'`,
    unidentifiedOut: sql`kind <> 'in'`,
    review: sql`kind = 'sent-back'`,
  }[row];

  return sql`
    select date, id, 'receipt' as source from (
      select date, id, kind from ${unidentifiedReceipts}
      union all
      select date, -id, replace(kind, 'unidentified-', '') from ${purgedSums} where ${isPurgedReceipt}
    ) as receipts
    where date between ${from}::date and ${to}::date and ${isOfRow}`;
};

const entryPlaces = (row: ControlRow | 'review', { from, to }: Period): SQL => sql`
  select date, id, 'entry' as source from (
    select date, id, kind, amount from ${ledgerEntries}
    union all select date, -id, kind, amount from ${purgedSums} where ${isOfEntries}
  ) as entered
  where date between ${from}::date and ${to}::date and (${row === 'review' ? isReviewed : ENTRIES_OF_ROW[row]})`;

const openedOn = sql`(opened_at at time zone 'Africa/Johannesburg')::date`;

const monthOpenings = ({ from, to }: Period): SQL => sql`
  select ${openedOn}, id, 'opening' from ${bookClosings}
  where opened_at is not null and ${openedOn} between ${from}::date and ${to}::date`;

/** The places of a list's rows: their day, id, and where they are stored. */
export const placesOf = (row: BookList, period: Period): SQL => {
  switch (row) {
    case 'unidentified':
    case 'unidentifiedIn':
    case 'unidentifiedOut':
      return receiptPlaces(row, period);
    case 'review':
      return sql`${entryPlaces(row, period)} union all ${receiptPlaces(row, period)} union all ${monthOpenings(period)}`;
    default:
      return entryPlaces(row, period);
  }
};

export const sumOfRow = (row: ControlRow): SQL =>
  sql`coalesce(-sum(amount) filter (where ${ENTRIES_OF_ROW[row]}), 0) as ${sql.identifier(row)}`;
