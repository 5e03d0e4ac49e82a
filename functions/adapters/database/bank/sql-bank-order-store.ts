import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, LEASE_OVER } from '#functions/adapters/database/jobs/job-parts.ts';
import { settleAccounts } from '#functions/adapters/database/payments/settle-account.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { bankBookings, bankFiles, bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankOrderStore } from '#functions/ports/database/bank/bank-order-store.ts';
import { BANK_LINE_STATES } from '#shared/contract/bank/line-states.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { isProved, seenInOtherFile } from './seen-in-other-file.ts';

const orderedLine = z
  .object({
    id: z.number(),
    state: z.enum(BANK_LINE_STATES),
    date: z.string(),
    description: z.string(),
    reference: z.string().nullable(),
    amount: z.string().transform(centsFromDecimal),
    has_balance: z.boolean(),
    seen_in: z.string().nullable(),
    user_id: z.number().nullable(),
    ordered_by: z.number(),
    opening: z.string().nullable(),
  })
  .transform(({ id, amount, has_balance, seen_in, user_id, ordered_by, opening, ...line }) => ({
    ...line,
    lineId: id,
    amountCents: amount,
    hasBalance: has_balance,
    seenInFileOf: seen_in,
    userId: user_id,
    orderedBy: ordered_by,
    openingDate: opening,
  }));

/** The rows of a list of numbers, as `value`. */
const numbersOf = (numbers: readonly number[]) =>
  sql`(select value::bigint as value from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as number (value))`;

/** The client for whom a line was ordered; null once the account is deleted. */
const clientOf = sql`(
  select user_id from ${bankProposals} join ${users} on ${users.User_Id} = user_id
  where line_id = line.id and place = 1)`;

export const makeBankOrderStore = (db: Connection): BankOrderStore => ({
  order: async ({ fileId, lineIds, today, job, audit, now }) => {
    const isNamed = lineIds ? sql`id in ${numbersOf(lineIds)}` : sql`true`;
    const { rows } = await db.execute(sql`
      with chosen as (
        select id from ${bankLines}
        where file_id = ${fileId} and state = 'certain' and ordered_by is null and date <= ${today}::date and ${isNamed}
        order by id for update
      ), ordered as (
        update ${bankLines} as line set ordered_by = ${audit.actorId}::int from chosen where line.id = chosen.id
        returning line.amount
      ), queued as (
        insert into ${jobs} (kind, key, lane, payload, updated_at)
        select 'bank-booking', ${job.key}, ${job.lane}, jsonb_build_object('fileId', ${fileId}::bigint), ${instantOf(now)}
        where exists (select from ordered)
          or exists (select from ${bankLines} where file_id = ${fileId} and ordered_by is not null)
        returning id
      ), audited as (${insertAuditRows(audit, {
        record: sql`${`bank file ${fileId}`}`,
        changes: sql`(select jsonb_build_object('lines', count(*), 'amount', coalesce(sum(amount), 0)) from ordered)`,
        from: sql`queued`,
      })})
      select id from ${bankFiles} where id = ${fileId}`);

    return rows.length === 1;
  },

  lockAccounts: async (fileId, limit) => {
    const { rows } = await db.execute(sql`
      select ${users.User_Id} as id from ${users}
      where ${users.User_Id} in (
        select proposal.user_id
        from ${bankLines} as line join ${bankProposals} as proposal on proposal.line_id = line.id and proposal.place = 1
        join ${users} as client on client."User_Id" = proposal.user_id
        where line.file_id = ${fileId} and line.ordered_by is not null
        group by proposal.user_id order by proposal.user_id limit ${limit})
      order by ${users.User_Id} for no key update`);

    return rows.map(({ id }) => Number(id));
  },

  lockLines: async (fileId, userIds, limit) => {
    const { rows } = await db.execute(sql`
      select line.id, line.state, line.date::text, line.description, line.reference, line.amount,
        ${isProved} as has_balance, line.ordered_by, ${clientOf} as user_id,
        (select date::text from ${ledgerEntries} where user_id = ${clientOf} and kind = 'opening') as opening,
        ${seenInOtherFile} as seen_in
      from ${bankLines} as line
      where line.file_id = ${fileId} and line.ordered_by is not null
        and coalesce(${clientOf}, -1) in (select value from ${numbersOf([...userIds, -1])} as chosen)
      order by line.id limit ${limit} for update of line`);

    return rows.map((row) => orderedLine.parse(row));
  },

  decide: async (lines, now) => {
    await db.execute(sql`
      with known as (
        select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
          "lineId" bigint, state text, payer text, perhaps text, "perhapsPaymentId" bigint, proposals jsonb)
      ), kept as (
        insert into ${bankProposals} (line_id, place, user_id, payment_id, reasons, is_by_words)
        select "lineId", proposal.position, (value ->> 'userId')::int, (value ->> 'paymentId')::bigint, value -> 'reasons',
          (value ->> 'isByWords')::boolean
        from known cross join jsonb_array_elements(proposals) with ordinality as proposal (value, position)
        on conflict (line_id, place) do update
        set user_id = excluded.user_id, payment_id = excluded.payment_id, reasons = excluded.reasons,
          is_by_words = excluded.is_by_words
      ), dropped as (
        delete from ${bankProposals} as proposal using known
        where proposal.line_id = known."lineId" and proposal.place > jsonb_array_length(known.proposals)
      )
      update ${bankLines} as line
      set ordered_by = null, state = known.state, payer = known.payer, perhaps = known.perhaps,
        perhaps_payment_id = known."perhapsPaymentId",
        decided_by = case when known.state = 'booked' then line.ordered_by end,
        decided_at = case when known.state = 'booked' then ${instantOf(now)} end
      from known where line.id = known."lineId"`);
  },

  settle: async (held, booked) => {
    const now = instantOf(held.now);
    const list = JSON.stringify(booked);
    const { rows } = await db.execute(sql`
      with booked as (
        select * from jsonb_to_recordset(${list}::jsonb) as line ("lineId" bigint, "userId" int, "paymentId" bigint)
      ), joined as (
        insert into ${bankBookings} (line_id, entry_id, kind, created_at)
        select "lineId", "paymentId", 'payment', ${now} from booked
      ), allocated as (${settleAccounts(sql`select "userId" as user_id from booked`, { on: null })})
      update ${jobs} set crashes = 1, updated_at = ${now} where ${heldBy(held)}
      returning id`);

    return rows.length === 1;
  },

  complete: async (held) => {
    const rows = await db
      .update(jobs)
      .set({ ...LEASE_OVER, state: 'completed', error: null, updated_at: held.now.toISOString() })
      .where(heldBy(held))
      .returning({ id: jobs.id });

    return rows.length === 1;
  },
});
