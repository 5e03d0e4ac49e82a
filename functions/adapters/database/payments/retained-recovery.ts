import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { auditOfEntry, noteOfEntry } from './new-entry.ts';

const lockedRow = z.object({ invoiceId: z.number(), openingDate: z.string().nullable() });

const recoveredRow = z.object({
  writtenOff: z.string().transform(centsFromDecimal),
  paymentId: z.number().nullable(),
});

/** The advisory lock of closed accounts, beside those of the closings and uploads. */
const CLOSED_ACCOUNTS = 72;

/** Money of deleted clients. No row of the account is left to be locked, so its number is. */
export const makeRetainedRecovery = (
  db: Connection,
): Pick<LedgerStore, 'lockClosed' | 'lockRetainedInvoice' | 'findClientOfInvoice' | 'recoverRetained'> => ({
  lockClosed: async (userIds) => {
    await db.execute(sql`
      select pg_advisory_xact_lock(${CLOSED_ACCOUNTS}::int, id)::text
      from (select distinct unnest(${`{${userIds}}`}::int[]) as id order by id) as account`);
  },

  lockRetainedInvoice: async (invoiceNumber) => {
    const { rows } = await db.execute(sql`
      select ${retainedInvoices.id} as "invoiceId", (
          select opening.date::text from ${ledgerEntries} as opening
          where opening.user_id = item.user_id and opening.kind = 'opening') as "openingDate",
        pg_advisory_xact_lock(${CLOSED_ACCOUNTS}::int, item.user_id)::text as locked
      from ${retainedInvoices} join ${ledgerItems} as item on item.invoice_id = ${retainedInvoices.id}
      where ${retainedInvoices.invoice_number} = ${invoiceNumber}`);

    return rows[0] && lockedRow.parse(rows[0]);
  },

  findClientOfInvoice: async (invoiceNumber) => {
    const { rows } = await db.execute(sql`
      select ${users.OWNumber} as "OWNumber" from ${invoices} join ${users} on ${users.User_Id} = ${invoices.user_id}
      where ${invoices.invoice_number} = ${invoiceNumber}`);

    return rows[0] && String(rows[0].OWNumber);
  },

  recoverRetained: async ({ invoiceId, date, amountCents, method, reference, audit, now }) => {
    const amount = sql`${decimalFromCents(amountCents)}::numeric`;
    const { rows } = await db.execute(sql`
      with item as (
        select * from ${ledgerItems} where invoice_id = ${invoiceId} and is_retained
      ), entry as (
        insert into ${ledgerEntries} (user_id, kind, date, bank_date, amount, method, written_by, created_at)
        select user_id, 'payment', ${date}::date, ${date}::date, ${amount}, ${method}, ${audit.actorId}::int, ${instantOf(now)}
        from item where written_off >= ${amount}
        returning id
      ), noted as (${noteOfEntry({ reference })})
      select item.written_off::text as "writtenOff", entry.id as "paymentId" from item left join entry on true`);
    const [row] = rows;
    const { writtenOff, paymentId } = row ? recoveredRow.parse(row) : { writtenOff: 0, paymentId: null };
    if (paymentId === null) {
      return { writtenOffCents: writtenOff };
    }

    await db.execute(sql`
      with entry as (
        insert into ${ledgerEntries} (item_id, user_id, kind, date, amount, number, written_by, created_at)
        select item.id, item.user_id, 'recovery', greatest(payment.date, (
            select max(date) from ${ledgerEntries} as written
            where written.user_id = item.user_id and written.item_id = item.id and written.kind = 'write-off')),
          -payment.amount, item.number, ${audit.actorId}::int, ${instantOf(now)}
        from ${ledgerItems} as item join ${ledgerEntries} as payment on payment.id = ${paymentId}
        where item.invoice_id = ${invoiceId}
        returning *
      )
      ${auditOfEntry(audit, sql`'invoice ' || number || ' of user ' || user_id`)}`);
    await db.execute(sql`
      insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date)
      select payment.user_id, payment.id, debt.id, payment.amount, max(recovery.date)
      from ${ledgerItems} as payment
      join ${ledgerItems} as debt on debt.invoice_id = ${invoiceId}
      join ${ledgerEntries} as recovery
        on recovery.user_id = debt.user_id and recovery.item_id = debt.id and recovery.kind = 'recovery'
      where payment.id = ${paymentId}
      group by payment.user_id, payment.id, debt.id, payment.amount`);

    return { paymentId, stillWrittenOffCents: writtenOff - amountCents };
  },
});
