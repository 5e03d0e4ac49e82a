import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { isoFromDataApi } from '#functions/database/instant.ts';
import { bankBookings, bankProposals } from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankLine } from '#shared/contract/bank.ts';
import { BANK_LINE_STATES, BANK_OPEN_STATES } from '#shared/contract/limits.ts';

const OPEN_STATES: readonly string[] = BANK_OPEN_STATES;

const decimal = z.string().transform(Number);

const lineRow = z.object({
  id: z.number(),
  fileId: z.number(),
  date: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  amount: decimal,
  state: z.enum(BANK_LINE_STATES),
  perhaps: z.string().nullable(),
  perhapsPaymentId: z.number().nullable(),
  isOrdered: z.boolean(),
  bookedBy: z.string().nullable(),
  bookedAt: z.string().transform(isoFromDataApi).nullable(),
});

const person = {
  OWNumber: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
};
const partRow = z.discriminatedUnion('part', [
  z.object({ part: z.null() }),
  z.object({
    part: z.literal('proposal'),
    userId: z.number(),
    paymentId: z.number().nullable(),
    reasons: z
      .string()
      .transform((text) => JSON.parse(text))
      .pipe(z.array(z.string())),
    OWNumber: z.string(),
    name: z.string(),
    company: z.string().nullable(),
  }),
  z.object({
    part: z.literal('booking'),
    userId: z.number(),
    paymentId: z.number(),
    booked: decimal,
    ...person,
  }),
]);

/**
 * Selects the bank's lines that a query chooses, by day, with a row for each proposal and booking, because the Data API
 * limits a row to 64 KB. An entry that reverses a payment stands for that payment.
 *
 * @param chosen a query of all columns of lines
 */
export const selectBankLines = (chosen: SQL): SQL => sql`
  select line.id, line.file_id as "fileId", line.date::text, line.description, line.reference, line.amount, line.state,
    line.perhaps, line.perhaps_payment_id as "perhapsPaymentId", line.ordered_by is not null as "isOrdered",
    ${nameOf(sql`line.decided_by`)} as "bookedBy", line.decided_at as "bookedAt",
    part.part, part.user_id as "userId", part.payment_id as "paymentId", part.reasons, part.booked,
    client."OWNumber", trim(client."User_Name" || ' ' || client."User_Surname") as name,
    client."User_Org" as company,
    row_number() over (order by line.date, line.id, part.part, part.place) as position
  from (${chosen}) as line
  left join lateral (
    select 'proposal' as part, place::bigint, user_id, payment_id, reasons::text, null::numeric as booked
    from ${bankProposals} where line_id = line.id
    union all
    select 'booking', booking.id, entry.user_id, entry.item_id, null, entry.amount
    from ${bankBookings} as booking join ${ledgerEntries} as entry on entry.id = booking.entry_id
    where booking.line_id = line.id and booking.ended_at is null
  ) as part on true
  left join ${users} as client on client."User_Id" = part.user_id
  order by position`;

/** Reads the rows of `selectBankLines`. A line of a later day than `today` can be booked from that day on. */
export const readBankLines = (rows: readonly unknown[], today: string): BankLine[] => {
  const found = new Map<number, BankLine>();
  for (const row of rows) {
    const fields = lineRow.parse(row);
    const line = found.get(fields.id) ?? {
      ...fields,
      bookableFrom: OPEN_STATES.includes(fields.state) && fields.date > today ? fields.date : null,
      proposals: [],
      paymentIds: [],
      booked: [],
    };
    found.set(line.id, line);

    const part = partRow.parse(row);
    if (part.part === 'proposal') {
      const { part: _part, ...proposal } = part;
      line.proposals.push(proposal);
    }
    if (part.part === 'booking') {
      const { part: _part, booked, ...payment } = part;
      line.paymentIds.push(payment.paymentId);
      line.booked.push({ ...payment, amount: booked });
    }
  }

  return [...found.values()];
};
