import { and, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import { role } from '#shared/contract/fields.ts';
import { ITEM_KINDS } from '#shared/contract/money-limits.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { makeWriteOffs } from '../write-offs/write-offs.ts';
import { bookingOf } from './line-of-payment.ts';
import { activityOfEntry, auditOfEntry, noteOfEntry, readEntry, returnedEntry } from './new-entry.ts';
import { recordPayments } from './payment-insert.ts';
import { refusingTooLarge } from './refuse-too-large.ts';
import { makeRetainedRecovery } from './retained-recovery.ts';
import { payingOrder, settleAccounts } from './settle-account.ts';

const allocatedRow = z.object({
  kind: z.enum(ITEM_KINDS),
  invoice_id: z.number().nullable(),
  number: z.string().nullable(),
  amount: z.string().transform(centsFromDecimal),
});

const lockedRow = z.object({ userId: z.number(), role, openingDate: z.string().nullable() });

const openingRow = z
  .object({
    id: z.number(),
    date: z.string(),
    imported: z.string().transform(centsFromDecimal),
    balance: z.string().transform(centsFromDecimal),
  })
  .transform(({ imported, balance, ...opening }) => ({
    ...opening,
    importedCents: imported,
    balanceCents: balance,
  }));

/** The item of a payment or of an invoice. */
const itemOf = (item: { paymentId: number } | { invoiceId: number }): SQL =>
  'paymentId' in item
    ? sql`(select id from ${ledgerItems} where id = ${item.paymentId} and kind = 'payment')`
    : sql`(select id from ${ledgerItems} where invoice_id = ${item.invoiceId})`;

/** Inserts the second rows of allocations, which end them. `live` has the columns of the table. */
const endAll = (live: SQL, today: string): SQL => sql`
  insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date, ends)
  select user_id, credit_id, debt_id, -amount, ${today}::date, id from ${live}`;

const isLive = sql`ends is null and not exists (select from ${ledgerAllocations} as later where later.ends = allocation.id)`;

export const makeLedgerStore = (db: Connection): LedgerStore => ({
  lock: async (userId) => {
    const { rows } = await db.execute(
      sql`select ${users.user_role} as role from ${users} where ${users.User_Id} = ${userId} for no key update`,
    );

    return rows[0] && role.parse(rows[0].role);
  },

  lockAll: async (userIds) => {
    const { rows } = await db.execute(sql`
      select ${users.User_Id} as "userId", ${users.user_role} as role, (
        select entry.date::text from ${ledgerEntries} as entry
        where entry.user_id = ${users.User_Id} and entry.kind = 'opening') as "openingDate"
      from ${users} where ${users.User_Id} = any (${`{${userIds}}`}::int[])
      order by ${users.User_Id} for no key update of ${users}`);

    return rows.map((row) => lockedRow.parse(row));
  },

  lockAccountOfInvoice: async (invoiceId) => {
    const { rows } = await db.execute(sql`
      select ${users.User_Id} as id from ${users}
      where ${users.User_Id} = (select ${invoices.user_id} from ${invoices} where ${invoices.id} = ${invoiceId})
      for no key update`);

    return rows[0] && Number(rows[0].id);
  },

  findAccountOfInvoice: async (invoiceId) => {
    const [row] = await db
      .select({ userId: invoices.user_id })
      .from(invoices)
      .where(eq(invoices.id, invoiceId));

    return row?.userId;
  },

  findAccountOfPayment: async (paymentId) => {
    const [row] = await db
      .select({ userId: ledgerEntries.user_id, amount: ledgerEntries.amount })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.id, paymentId), eq(ledgerEntries.kind, 'payment')));

    return row && { userId: row.userId, amountCents: centsFromDecimal(row.amount) };
  },

  recordPayments: recordPayments(db),

  endAllocations: async (item, today) => {
    await db.execute(
      endAll(
        sql`(select * from ${ledgerAllocations} as allocation
          where ${'paymentId' in item ? sql`credit_id` : sql`debt_id`} = ${itemOf(item)} and ${isLive}) as live`,
        today,
      ),
    );
  },

  freeInvoice: async (invoiceId, amountCents, today) => {
    const needed = sql`${decimalFromCents(amountCents)}::numeric`;
    await db.execute(sql`
      with live as (
        select allocation.*, sum(allocation.amount) over (order by allocation.id desc) as until
        from ${ledgerAllocations} as allocation
        join ${ledgerItems} as credit on credit.id = allocation.credit_id and credit.kind <> 'credit-note'
        where allocation.debt_id = ${itemOf({ invoiceId })} and ${isLive}
      ), ended as (
        select * from live where until - amount < ${needed}
      )
      insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date, ends)
      select user_id, credit_id, debt_id, -amount, ${today}::date, id from ended
      union all
      select user_id, credit_id, debt_id, until - ${needed}, ${today}::date, null from ended where until > ${needed}`);
  },

  reversePayment: async ({
    userId,
    paymentId,
    date,
    bankDate,
    reason,
    isOfLine = false,
    isAudited,
    audit,
    activity,
    now,
  }) => {
    const { rows } = await refusingTooLarge(undefined, () =>
      db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, bank_date, amount, written_by, created_at)
        select id, user_id, 'reversal', ${date}::date, ${bankDate}::date, -amount, ${audit.actorId}::int, ${instantOf(now)}
        from ${ledgerItems}
        where id = ${paymentId} and user_id = ${userId}::int and kind = 'payment' and amount > 0
          and (${isOfLine} or not exists (${bookingOf(sql`${ledgerItems}.id`)}))
        returning id, user_id, amount
      ), noted as (${noteOfEntry({ reason })}),
      audited as (${auditOfEntry(audit, sql`${`payment ${paymentId} of user `} || user_id`, isAudited)}),
      told as (${activityOfEntry(activity)})
      select id from entry`),
    );

    return rows[0] && Number(rows[0].id);
  },

  reverseInvoice: async (invoiceId, today, { adminId, reason, now }) => {
    await refusingTooLarge(undefined, () =>
      db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select id, user_id, 'reversal', ${today}::date, -amount, number, ${adminId}::int, ${instantOf(now)}
        from ${ledgerItems} where invoice_id = ${invoiceId}
        returning id
      )
      ${noteOfEntry({ reason })}`),
    );
  },

  refund: async ({ userId, date, bankDate, amountCents, method, reason, audit, activity, now }) => {
    // The account has no open item while it has credit (D53), so its balance is its credit.
    const { rows } = await db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (user_id, kind, date, bank_date, amount, method, written_by, created_at)
        select ${users.User_Id}, 'refund', ${date}::date, ${bankDate}::date, ${decimalFromCents(-amountCents)}::numeric, ${method},
          ${audit.actorId}::int, ${instantOf(now)}
        from ${users}
        where ${users.User_Id} = ${userId} and ${users.User_Debit} >= ${decimalFromCents(amountCents)}::numeric
        returning *
      ), noted as (${noteOfEntry({ reason })}),
      audited as (${auditOfEntry(audit, sql`'refund ' || id || ' of user ' || user_id`)}),
      told as (${activityOfEntry(activity)})
      select ${returnedEntry}, ${reason} as reason from entry`);

    return rows[0] && readEntry(rows[0]);
  },

  findOpening: async (userId) => {
    const { rows } = await db.execute(sql`
      select entry.id, entry.date::text, entry.amount as imported, item.amount as balance
      from ${ledgerEntries} as entry join ${ledgerItems} as item on item.id = entry.id
      where entry.user_id = ${userId} and entry.kind = 'opening'`);

    return rows[0] && openingRow.parse(rows[0]);
  },

  findReversed: async (userId, paymentId) => {
    const [row] = await db
      .select({
        bankDate: sql<string>`coalesce(${ledgerEntries.bank_date}, ${ledgerEntries.date})::text`,
        isRecordedAgain: sql<boolean>`exists (
          select from ${ledgerEntries} as later where later.replaces = ${paymentId}::bigint)`,
      })
      .from(ledgerEntries)
      .where(
        sql`${ledgerEntries.id} = ${paymentId} and ${ledgerEntries.user_id} = ${userId}
          and ${ledgerEntries.kind} = 'payment' and exists (
            select from ${ledgerEntries} as reversal
            where reversal.item_id = ${paymentId} and reversal.kind = 'reversal')`,
      );

    return row;
  },

  correct: async ({ userId, openingId, date, amountCents, reason, audit, activity, now }) => {
    const change = sql`${decimalFromCents(amountCents)}::numeric`;
    await db.execute(
      endAll(
        sql`(
          select allocation.*, sum(allocation.amount) over (order by allocation.id) as until,
            greatest(case when allocation.credit_id = item.id then item.amount + ${change}
              else -(item.amount + ${change}) end, 0) as covered
          from ${ledgerAllocations} as allocation
          join ${ledgerItems} as item on item.id in (allocation.credit_id, allocation.debt_id)
          where item.id = ${openingId} and ${isLive}) as live
        where until > covered`,
        date,
      ),
    );
    const { rows } = await refusingTooLarge('amount', () =>
      db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, written_by, created_at)
        values (${openingId}::bigint, ${userId}::int, 'correction', ${date}::date, ${change},
          ${audit.actorId}::int, ${instantOf(now)})
        returning *
      ), noted as (${noteOfEntry({ reason })}),
      audited as (${auditOfEntry(audit, sql`'opening balance of user ' || user_id`)}),
      told as (${activityOfEntry(activity)})
      select ${returnedEntry}, ${reason} as reason from entry`),
    );

    return readEntry(rows[0] ?? {});
  },

  ...makeWriteOffs(db),

  ...makeRetainedRecovery(db),

  settle: async (userId, settlement) => {
    const { rows } = await db.execute(sql`
      with allocated as (${settleAccounts(sql`select ${userId}::int as user_id`, settlement)})
      select item.kind, item.invoice_id, item.number, allocated.amount
      from allocated join ${ledgerItems} as item on item.id = allocated.debt_id
      order by ${payingOrder(sql`item`)}`);

    return rows.map((row) => {
      const { kind, invoice_id, number, amount } = allocatedRow.parse(row);

      return { kind, invoiceId: invoice_id, invoiceNumber: number, amountCents: amount };
    });
  },
});
