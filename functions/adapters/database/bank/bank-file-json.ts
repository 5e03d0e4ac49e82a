import { type SQL, sql } from 'drizzle-orm';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { bankFiles, bankKnownLines, bankLines } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { type BankFile, bankFile } from '#shared/contract/bank/bank-files.ts';
import { centsFromAmount } from '#shared/money.ts';
import { isOpenLine } from './bank-line-json.ts';
import { hasTouchedLine, ignoredAsSameIn, isEarlierLine, repeatedBy } from './touched-lines.ts';

const count = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`;
const sum = (condition: SQL): SQL => sql`coalesce(sum(line.amount) filter (where ${condition}), 0)`;
const isIn = (state: string): SQL => sql`line.state = ${state}`;
/** A payment that the bank took back, whether or not its reversal is booked yet. */
const isReturn = sql`line.amount < 0 and line.state in ('returned', 'booked')`;

const isBooking = sql`exists (
  select from ${jobs} where kind = 'bank-booking' and lane = 'bank-file:' || file.id and state in ('queued', 'running'))`;

/**
 * The last day of the account's earlier files, if the bank may have moved money between it and the file: the opening
 * balance does not follow, or without balances a working day lies between.
 */
const gapAfter = sql`(
  select earlier.to_day
  from (
    select to_day, closing from ${bankFiles} as earlier
    where earlier.account = file.account and earlier.id < file.id order by to_day desc, id desc limit 1
  ) as earlier
  where earlier.to_day < file.from_day and case
    when earlier.closing is not null and file.opening is not null then earlier.closing <> file.opening
    else exists (
      select from generate_series(earlier.to_day + 1, file.from_day - 1, interval '1 day') as day
      where extract(isodow from day) < 6)
    end)`;

const firstBroughtBy = sql`(
  select brought.file_id
  from ${bankKnownLines} as known join ${bankLines} as brought on brought.id = known.line_id
  where known.file_id = file.id order by known.line_id limit 1)`;

/** A file of the table that the statement calls `file`, with the sums of its lines by what became of them. */
export const bankFileJson = (today: string): SQL => sql`(
  select jsonb_build_object(
    'id', file.id, 'fileName', file.file_name, 'format', file.format, 'bank', file.bank, 'account', file.account, 'from', file.from_day,
    'to', file.to_day, 'bookFrom', file.book_from, 'opening', file.opening, 'closing', file.closing,
    'firstOpenDay', first_open_day(), 'state', case when ${isBooking} then 'booking' else 'ready' end,
    'counts', jsonb_build_object(
      'lines', count(*), 'skipped', file.skipped, 'duplicates', file.duplicates, 'certain', ${count(isIn('certain'))},
      'likely', ${count(isIn('likely'))}, 'unmatched', ${count(isIn('unmatched'))},
      'returned', ${count(isIn('returned'))}, 'waiting', ${count(sql`${isOpenLine} and line.date > ${today}::date`)},
      'closed', ${count(sql`${isIn('certain')} and line.date < first_open_day()`)},
      'booked', ${count(isIn('booked'))}, 'unidentified', ${count(isIn('unidentified'))},
      'perhapsSame', ${count(sql`${isOpenLine} and line.same_as is not null`)},
      'ignored', ${count(isIn('ignored'))}, 'earlier', ${count(isEarlierLine)}, 'ordered', ${count(sql`line.ordered_by is not null`)}),
    'sums', jsonb_build_object(
      'certain', ${sum(isIn('certain'))}, 'booked', ${sum(sql`line.amount > 0 and ${isIn('booked')}`)},
      'unidentified', ${sum(isIn('unidentified'))}, 'open', ${sum(sql`line.state in ('certain', 'likely', 'unmatched')`)},
      'duplicates', file.duplicates_amount, 'ignored', ${sum(isIn('ignored'))}, 'returned', ${sum(isReturn)},
      'fees', -file.fees, 'other', file.skipped_amount),
    'repeats', ${firstBroughtBy}, 'gapAfter', ${gapAfter}, 'notes', file.notes,
    'canTakeBack', not ${hasTouchedLine} and ${repeatedBy} is null and ${ignoredAsSameIn} is null,
    'uploadedBy', ${nameOf(sql`file.uploaded_by`)},
    'createdAt', to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from ${bankLines} as line where line.file_id = file.id)`;

const fileRow = bankFile.omit({ ties: true });

/** Every amount between the balances. */
const tieOf = ({ opening, closing, sums }: Omit<BankFile, 'ties'>): boolean | null => {
  if (opening === null || closing === null) {
    return null;
  }
  const { certain: _ofOpen, ...parts } = sums;
  const moved = Object.values(parts).reduce((cents, amount) => cents + centsFromAmount(amount), 0);

  return centsFromAmount(opening) + moved === centsFromAmount(closing);
};

export const readBankFile = (json: string): BankFile => {
  const file = fileRow.parse(JSON.parse(json));

  return { ...file, ties: tieOf(file) };
};
