import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import type { LedgerStore, WrittenOffItem } from '#functions/ports/database/payments/ledger-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { namedItems } from '../payments/named-items.ts';
import {
  activityOfEntry,
  auditOfEntry,
  noteOfEntry,
  readEntry,
  returnedEntry,
} from '../payments/new-entry.ts';
import { refusingTooLarge } from '../payments/refuse-too-large.ts';

const selectItem = (userId: number, { invoiceId }: WrittenOffItem): SQL => sql`
  select * from ${ledgerItems} where user_id = ${userId}::int and not is_retained
    and ${invoiceId === null ? sql`kind = 'opening'` : sql`invoice_id = ${invoiceId}`}`;

/** 'Invoice INV-2026-000001', 'Opening balance' or 'Refund', of the row `entry`. */
const nameOfEntry = sql`coalesce('Invoice ' || number,
  (select case kind when 'refund' then 'Refund' else 'Opening balance' end from ${ledgerItems} where id = item_id))`;

const recordOfEntry = sql`coalesce('invoice ' || number, 'opening balance') || ' of user ' || user_id`;

const writtenOffActivity = sql`${nameOfEntry} || ' is no longer in our books. It is still payable.'`;

/** Write-offs and their undoing are entries of the item that they concern (D65). */
export const makeWriteOffs = (
  db: Connection,
): Pick<LedgerStore, 'recover' | 'writeOff' | 'writeOffAll' | 'undoWriteOff'> => ({
  recover: async ({ userId, paymentId, named, audit, now }) => {
    await db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select item.id, item.user_id, 'recovery', greatest(payment.date, (
            select max(date) from ${ledgerEntries} as written
            where written.user_id = item.user_id and written.item_id = item.id and written.kind = 'write-off')),
          item.due - name.amount, item.number, ${audit.actorId}::int, ${instantOf(now)}
        from (${namedItems(sql`select ${userId}::int as user_id`, named)}) as name
        join ${ledgerItems} as item on item.id = name.item_id
        join ${ledgerEntries} as payment on payment.id = ${paymentId}
        where name.amount > item.due
        returning *
      ), told as (${activityOfEntry(sql`'Paid towards ' || ${nameOfEntry} || ', which was no longer in our books'`)})
      ${auditOfEntry(audit, sql`'recovery of ' || ${recordOfEntry}`)}`);
  },

  writeOff: async ({ userId, item, date, amountCents, reason, collection, audit, now }) => {
    const amount = sql`${decimalFromCents(amountCents)}::numeric`;
    const { rows } = await db.execute(sql`
      with item as (${selectItem(userId, item)}), entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select id, user_id, 'write-off', ${date}::date, ${amount}, number, ${audit.actorId}::int, ${instantOf(now)}
        from item where due >= ${amount}
        returning *
      ), noted as (${noteOfEntry({ reason, collection })}),
      audited as (${auditOfEntry(audit, recordOfEntry)}),
      told as (${activityOfEntry(writtenOffActivity)})
      select item.due, entry.*, ${reason} as reason
      from item left join (select item_id, ${returnedEntry} from entry) as entry on entry.item_id = item.id`);
    const [row] = rows;

    return row?.userId
      ? { entry: readEntry(row) }
      : { dueCents: row ? centsFromDecimal(String(row.due)) : 0 };
  },

  writeOffAll: async ({ userId, date, reason, collection, isClosed = false, audit, now }) => {
    // The invoices are locked before the entries, because a trigger of those locks the closed months (D70).
    const { rows } = await db.execute(sql`
      with item as (
        select * from ${ledgerItems} where user_id = ${userId}::int and due > 0 and is_retained = ${isClosed}
      ), locked as (
        select id from ${invoices} where id in (select invoice_id from item) order by id for update
      ), entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select id, user_id, 'write-off', ${date}::date, due, number, ${audit.actorId}::int, ${instantOf(now)}
        from item where (select count(*) from locked) >= 0
        returning *
      ), noted as (${noteOfEntry({ reason, collection })}),
      audited as (${insertAuditRows(audit, {
        record: sql`'debt of user ' || user_id`,
        changes: sql`jsonb_build_object('amount', amount)`,
        from: sql`(select user_id, sum(amount) as amount from entry group by user_id) as written`,
      })}),
      told as (${activityOfEntry(isClosed ? null : writtenOffActivity)})
      select coalesce(sum(amount), 0) as amount from entry`);

    return centsFromDecimal(String(rows[0]?.amount));
  },

  undoWriteOff: async ({ userId, item, date, reason, audit, now }) => {
    const { rows } = await refusingTooLarge(undefined, () =>
      db.execute(sql`
      with item as (${selectItem(userId, item)}), entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select id, user_id, 'write-off-reversal', ${date}::date, -written_off, number, ${audit.actorId}::int,
          ${instantOf(now)}
        from item where written_off > 0
        returning *
      ), noted as (${noteOfEntry({ reason })}),
      audited as (${auditOfEntry(audit, recordOfEntry)}),
      told as (${activityOfEntry(sql`${nameOfEntry} || ' is in our books again.'`)})
      select ${returnedEntry}, ${reason} as reason from entry`),
    );

    return rows[0] && readEntry(rows[0]);
  },
});
