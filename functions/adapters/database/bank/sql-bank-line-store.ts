import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { queueOrdered } from '#functions/adapters/database/mails/mail-jobs.ts';
import { bookingOf } from '#functions/adapters/database/payments/line-of-payment.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { instantOf } from '#functions/database/instant.ts';
import {
  bankBookings,
  bankLines,
  bankProposals,
  unidentifiedReceipts,
} from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankLineStore } from '#functions/ports/database/bank/bank-line-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { bankLineJson, readBankLine } from './bank-line-json.ts';
import { lockedColumns, lockedRow } from './locked-columns.ts';
import { seenInOtherFile } from './seen-in-other-file.ts';

const cents = z.string().transform(centsFromDecimal);

const payment = {
  paymentId: z.number(),
  userId: z.number(),
  amountCents: cents,
  bankDate: z.string(),
  isReversed: z.boolean(),
};
const paymentRow = z.object({ ...payment, lineId: z.number().nullable() });
const togetherRow = paymentRow.extend({
  OWNumber: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  lineCents: cents.nullable(),
});
const bookedRow = z.object({
  ...payment,
  entryId: z.number(),
  kind: z.enum(['payment', 'joined', 'reversal']),
});

/** The columns of the entry that a statement calls `payment`. */
const paymentColumns = sql`
  payment.id as "paymentId", payment.user_id as "userId", payment.amount::text as "amountCents",
  coalesce(payment.bank_date, payment.date)::text as "bankDate", exists (
    select from ${ledgerEntries} as reversal
    where reversal.item_id = payment.id and reversal.kind = 'reversal') as "isReversed"`;

const idList = (ids: readonly number[]): SQL => sql`(${`{${ids}}`}::bigint[])`;

export const makeBankLineStore = (db: Connection): BankLineStore => ({
  find: async (lineId, today) => {
    const { rows } = await db.execute(
      sql`select ${bankLineJson(today)}::text as line from ${bankLines} as line where line.id = ${lineId}`,
    );

    return rows[0] && readBankLine(String(rows[0].line));
  },

  lock: async (lineId) => {
    const { rows } = await db.execute(
      sql`select ${lockedColumns(seenInOtherFile)} from ${bankLines} as line where line.id = ${lineId} for update of line`,
    );

    return rows[0] && lockedRow.parse(rows[0]);
  },

  listReturns: async (lineId) => {
    const { rows } = await db.execute(sql`
      select ${lockedColumns(sql`null::text`)}
      from ${bankLines} as deposit join ${bankLines} as line on line.file_id = deposit.file_id and line.amount = -deposit.amount
      where deposit.id = ${lineId} and deposit.amount > 0 and line.state in ('returned', 'ignored')
      order by line.id`);

    return rows.map((row) => lockedRow.parse(row));
  },

  findPayments: async (paymentIds) => {
    const { rows } = await db.execute(sql`
      select ${paymentColumns}, (${bookingOf(sql`payment.id`)}) as "lineId"
      from ${ledgerEntries} as payment
      where payment.id = any ${idList(paymentIds)} and payment.kind = 'payment'`);

    return rows.map((row) => paymentRow.parse(row));
  },

  findTogether: async (paymentId) => {
    const { rows } = await db.execute(sql`
      select ${paymentColumns}, line.id as "lineId", line.amount::text as "lineCents",
        client."OWNumber", client."User_Org" as company, trim(client."User_Name" || ' ' || client."User_Surname") as name
      from ${ledgerEntries} as payment
      left join ${bankLines} as line on line.id = (${bookingOf(sql`payment.id`)})
      left join ${users} as client on client."User_Id" = payment.user_id
      where payment.kind = 'payment' and (payment.id = ${paymentId}::bigint or payment.id in (
        select booking.entry_id from ${bankBookings} as booking
        where booking.line_id = (${bookingOf(sql`${paymentId}::bigint`)}) and booking.ended_at is null))
      order by payment.id`);

    return rows.map((row) => togetherRow.parse(row));
  },

  findBooked: async (lineId) => {
    const { rows } = await db.execute(sql`
      select ${paymentColumns}, booking.entry_id as "entryId", booking.kind
      from ${bankBookings} as booking
      join ${ledgerEntries} as entry on entry.id = booking.entry_id
      join ${ledgerEntries} as payment on payment.id = entry.item_id
      where booking.line_id = ${lineId} and booking.ended_at is null
      order by booking.id`);

    return rows.map((row) => bookedRow.parse(row));
  },

  decide: async ({ lineId, state, feeCents = 0, bookings = [], adminId, now }) => {
    await db.execute(sql`
      with decided as (
        update ${bankLines} set state = ${state}, fee = ${decimalFromCents(feeCents)}::numeric,
          fee_date = ${feeCents === 0 ? sql`null` : sql`greatest(date, first_open_day())`}, ordered_by = null,
          decided_by = ${adminId}, decided_at = ${instantOf(now)}
        where id = ${lineId}
      ), forgotten as (
        delete from ${bankProposals} where line_id = ${lineId}
      )
      insert into ${bankBookings} (line_id, entry_id, kind, created_at, is_by_words)
      select ${lineId}::bigint, booking."entryId", booking.kind, ${instantOf(now)}, booking.kind = 'payment' and exists (
        select from ${ledgerEntries} as entry
        join ${bankProposals} as proposal on proposal.line_id = ${lineId} and proposal.user_id = entry.user_id
        where entry.id = booking."entryId" and proposal.is_by_words and not exists (
          select from ${ledgerEntries} as earlier where earlier.user_id = entry.user_id and earlier.id < entry.id))
      from jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) as booking ("entryId" bigint, kind text)
      order by booking."entryId"`);
  },

  addReceipt: async ({
    lineId,
    kind,
    amountCents,
    bankDate,
    date,
    entryIds = [],
    reason = null,
    adminId,
    now,
  }) => {
    await db.execute(sql`
      insert into ${unidentifiedReceipts} (
        line_id, kind, amount, date, bank_date, reason, written_by, written_by_name, created_at)
      select ${lineId}::bigint, ${kind}, ${decimalFromCents(amountCents)}::numeric,
        greatest(${date}::date, first_open_day(), (
          select max(entry.date) from ${ledgerEntries} as entry where entry.id = any ${idList(entryIds)})),
        ${bankDate}::date, ${reason}, ${adminId}::int, ${nameOf(sql`${adminId}::int`)}, ${instantOf(now)}`);
  },

  endBookings: async (lineId, now) => {
    await db.execute(sql`
      update ${bankBookings} set ended_at = ${instantOf(now)} where line_id = ${lineId} and ended_at is null`);
  },

  open: async ({ lineId, state, payer, perhaps, perhapsPaymentId, proposals }) => {
    await db.execute(sql`
      with opened as (
        update ${bankLines} set state = ${state}, payer = ${payer}, perhaps = ${perhaps},
          perhaps_payment_id = ${perhapsPaymentId}::bigint, fee = 0, fee_date = null, decided_by = null, decided_at = null
        where id = ${lineId}
      )
      insert into ${bankProposals} (line_id, place, user_id, payment_id, reasons, is_by_words)
      select ${lineId}::bigint, proposal.place, (proposal.value ->> 'userId')::int,
        (proposal.value ->> 'paymentId')::bigint, proposal.value -> 'reasons', (proposal.value ->> 'isByWords')::boolean
      from jsonb_array_elements(${JSON.stringify(proposals)}::jsonb) with ordinality as proposal (value, place)`);
  },

  takeThanksBack: async (paymentIds, now) => {
    await db.execute(sql`
      with ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), payment.user_id, 'payment-not-yours', 'not-yours:' || payment.id,
          jsonb_build_object('paymentId', payment.id), ${instantOf(now)}
        from ${ledgerEntries} as payment
        where payment.id = any ${idList(paymentIds)} and exists (
          select from ${mails} as thanks
          where thanks.user_id = payment.user_id and thanks.kind = 'payment-received'
            and thanks.about -> 'paymentIds' @> to_jsonb(payment.id) and thanks.state not in ('waiting', 'skipped', 'failed', 'rejected'))
        on conflict (key) do nothing
        returning id
      )
      ${queueOrdered('business-mail', now)}`);
  },
});
