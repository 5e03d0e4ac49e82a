import { type SQL, sql } from 'drizzle-orm';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { bankBookings, bankProposals } from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { type BankLine, bankLine } from '#shared/contract/bank/bank-lines.ts';
import { proposedNewcomer } from './newcomer-json.ts';

/** True for a line of the table `line` with which nothing was done yet. */
export const isOpenLine: SQL = sql`line.state in ('certain', 'likely', 'unmatched', 'returned')`;

const namesOf = (account: SQL): SQL => sql`
  'OWNumber', ${account}."OWNumber", 'company', ${account}."User_Org",
  'name', trim(${account}."User_Name" || ' ' || ${account}."User_Surname")`;

/** A deleted client has no name. */
const proposals = sql`(
  select jsonb_agg(jsonb_build_object('userId', proposal.user_id, ${namesOf(sql`client`)}, 'reasons', proposal.reasons,
    'paymentId', proposal.payment_id, 'newcomer', ${proposedNewcomer(sql`proposal`, sql`client`)}) order by proposal.place)
  from ${bankProposals} as proposal left join ${users} as client on client."User_Id" = proposal.user_id
  where proposal.line_id = line.id)`;

/** A reversal is shown as the payment that it reverses. */
const booked = sql`(
  select jsonb_agg(jsonb_build_object('paymentId', entry.item_id, 'userId', entry.user_id, ${namesOf(sql`client`)},
    'amount', entry.amount) order by booking.id)
  from ${bankBookings} as booking
  join ${ledgerEntries} as entry on entry.id = booking.entry_id
  left join ${users} as client on client."User_Id" = entry.user_id
  where booking.line_id = line.id and booking.ended_at is null)`;

/** Payments and money of nobody stand on the first open day, and reversals on that of the act. */
const standsOn = (today: string): SQL => sql`case when line.date < first_open_day() then
  case when line.amount > 0 and line.state <> 'booked' then first_open_day() else ${today}::date end end`;

/** A line of the table that the statement calls `line`, as an administrator sees it on this day. */
export const bankLineJson = (today: string): SQL => sql`jsonb_build_object(
  'id', line.id, 'fileId', line.file_id, 'date', line.date, 'description', line.description,
  'reference', line.reference, 'amount', line.amount, 'state', line.state,
  'bookableFrom', case when ${isOpenLine} and line.date > ${today}::date then line.date end,
  'standsOn', ${standsOn(today)},
  'perhaps', line.perhaps, 'perhapsPaymentId', line.perhaps_payment_id,
  'proposals', coalesce(${proposals}, '[]'), 'booked', coalesce(${booked}, '[]'),
  'isOrdered', line.ordered_by is not null, 'bookedBy', ${nameOf(sql`line.decided_by`)},
  'bookedAt', to_char(line.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;

const lineRow = bankLine.omit({ paymentIds: true });

export const readBankLine = (json: string): BankLine => {
  const line = lineRow.parse(JSON.parse(json));

  return { ...line, paymentIds: line.booked.map(({ paymentId }) => paymentId) };
};
