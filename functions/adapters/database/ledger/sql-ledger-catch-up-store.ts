import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import {
  entryNotes,
  ledgerAllocations,
  ledgerEntries,
  ledgerItems,
} from '#functions/database/schema/ledger-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LedgerCatchUpStore } from '#functions/ports/database/ledger/ledger-catch-up-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';
import { refusingTooLarge } from './refuse-too-large.ts';
import { settleAccounts } from './settle-account.ts';

const MARKED_BEFORE = 'Marked as paid before payments were recorded';

const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone ${TIME_ZONE})::date`;

/**
 * The accounts with a balance that their entries do not explain, which they had before the ledger. One whose opening
 * balance somebody has corrected already has an opening item, so that the check reports it.
 */
const unopened = sql`
  select account."User_Id" as user_id, account."User_Date" as made_at,
    account."User_Debit" - coalesce(kept.amount, 0) as amount
  from ${users} as account
  left join (select user_id, sum(amount) as amount from ${ledgerItems} group by user_id) as kept
    on kept.user_id = account."User_Id"
  where account."User_Debit" <> coalesce(kept.amount, 0) and not exists (
    select from ${ledgerItems} as opening where opening.user_id = account."User_Id" and opening.kind = 'opening')`;

const idsIn = (userIds: readonly number[]): SQL =>
  sql`select value::int as user_id from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)`;

const hasEntry = sql`exists (
  select from ${ledgerEntries} as entry where entry.invoice_id = invoice.id and entry.kind = 'invoice')`;

/** The invoices that were marked as paid or made void without the ledger, and the day on which they were. */
const changedInvoices = (accounts: SQL, status: 'paid' | 'void'): SQL => sql`
  select item.*, ${dayOf(sql`coalesce((
    select log.at from ${auditLog} as log
    where log.record = 'invoice ' || item.number || ' of user ' || item.user_id and log.action = 'invoices.status'
      and log.changes ->> 'status' = ${status}
    order by log.id desc limit 1), invoice.updated_at)`)} as changed_on
  from ${ledgerItems} as item join ${invoices} as invoice on invoice.id = item.invoice_id
  where item.user_id in (${accounts}) and invoice.status = ${status}
    and ${status === 'paid' ? sql`item.due > 0` : sql`item.amount < 0`}`;

export const makeLedgerCatchUpStore = (db: Connection): LedgerCatchUpStore => {
  const addInvoices = (accounts: SQL) => sql`
    insert into ${ledgerEntries} (user_id, kind, date, amount, due_date, invoice_id, number, created_at)
    select user_id, 'invoice', ${dayOf(sql`created_at`)}, -total_amount, due_date, id, invoice_number, created_at
    from ${invoices} as invoice where user_id in (${accounts}) and not ${hasEntry}
    order by id`;

  /** An invoice of nothing is paid without a payment. */
  const payEmptyInvoices = (accounts: SQL) => sql`
    update ${invoices} set status = 'paid'
    where user_id in (${accounts}) and status = 'pending' and total_amount = 0`;

  /** A function of the release before may have made an invoice void that a payment had paid. */
  const endAllocationsOfVoid = (accounts: SQL) => sql`
    insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date, ends)
    select allocation.user_id, allocation.credit_id, allocation.debt_id, -allocation.amount,
      greatest(allocation.date, changed.changed_on), allocation.id
    from (${changedInvoices(accounts, 'void')}) as changed
    join ${ledgerAllocations} as allocation on allocation.debt_id = changed.id and allocation.ends is null
    where changed.paid > 0 and not exists (select from ${ledgerAllocations} as later where later.ends = allocation.id)
    returning user_id`;

  const reverseVoid = (accounts: SQL) => sql`
    insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number)
    select id, user_id, 'reversal', greatest(date, changed_on), -amount, number
    from (${changedInvoices(accounts, 'void')}) as changed where paid = 0`;

  const recordMarked = (accounts: SQL) => sql`
    with marked as materialized (
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as payment_id, changed.*
      from (${changedInvoices(accounts, 'paid')}) as changed
    ), noted as (
      insert into ${entryNotes} (entry_id, reference, note) select payment_id, number, ${MARKED_BEFORE} from marked
    )
    insert into ${ledgerEntries} (id, user_id, kind, date, amount, method)
    select payment_id, user_id, 'payment', changed_on, due, 'other' from marked`;

  const payMarked = (accounts: SQL) => sql`
    insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date)
    select payment.user_id, payment.id, debt.id, debt.due, greatest(payment.date, debt.date)
    from ${ledgerItems} as payment
    join ${entryNotes} as note on note.entry_id = payment.id and note.note = ${MARKED_BEFORE}
    join ${ledgerItems} as debt on debt.user_id = payment.user_id and debt.number = note.reference
    where payment.user_id in (${accounts}) and payment.free > 0 and payment.free = debt.due`;

  return {
    listUnopened: async (after, limit) => {
      const { rows } = await db.execute(
        sql`select user_id from (${unopened}) as account where user_id > ${after} order by user_id limit ${limit}`,
      );

      return rows.map((row) => Number(row.user_id));
    },

    addOpenings: (userIds) =>
      refusingTooLarge(undefined, async () => {
        await db.execute(sql`
          insert into ${ledgerEntries} (user_id, kind, date, amount)
          select user_id, 'opening', ${dayOf(sql`made_at`)}, amount
          from (${unopened}) as account where user_id in (${idsIn(userIds)})`);
        await db.execute(settleAccounts(idsIn(userIds), { on: null }));
      }),

    listAccounts: async (after, limit) => {
      const { rows } = await db.execute(sql`
        select invoice.user_id, count(*) as missing
        from ${invoices} as invoice
        left join ${ledgerItems} as item on item.invoice_id = invoice.id
        where invoice.user_id > ${after} and (item.id is null
          or invoice.status = 'paid' and item.due > 0
          or invoice.status = 'void' and item.amount < 0
          or invoice.status = 'pending' and invoice.total_amount = 0)
        group by invoice.user_id order by invoice.user_id limit ${limit}`);

      return rows.map((row) => ({ userId: Number(row.user_id), missing: Number(row.missing) }));
    },

    lock: async (userIds) => {
      await db.execute(sql`
        select ${users.User_Id} from ${users} where ${users.User_Id} in (${idsIn(userIds)})
        order by ${users.User_Id} for no key update`);
    },

    bringIn: (userIds, today) =>
      refusingTooLarge(undefined, async () => {
        const accounts = idsIn(userIds);
        await db.execute(addInvoices(accounts));
        await db.execute(payEmptyInvoices(accounts));
        const { rows: freed } = await db.execute(endAllocationsOfVoid(accounts));
        await db.execute(reverseVoid(accounts));
        await db.execute(recordMarked(accounts));
        await db.execute(payMarked(accounts));
        if (freed.length > 0) {
          // Credit that a void invoice freed pays from today on, so that past days stay as they were (D53).
          const freedIds = [...new Set(freed.map((row) => Number(row.user_id)))];
          await db.execute(settleAccounts(idsIn(freedIds), { on: today }));
        }
        await db.execute(settleAccounts(accounts, { on: null }));
      }),

    analyze: async () => {
      await db.execute(sql`analyze ${ledgerEntries}, ${ledgerItems}, ${ledgerAllocations}, ${entryNotes}`);
    },
  };
};
