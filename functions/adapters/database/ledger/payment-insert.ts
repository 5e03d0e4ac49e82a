import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { queueOrdered } from '#functions/adapters/database/mails/mail-jobs.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { LedgerStore } from '#functions/ports/database/ledger/ledger-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { activityOfEntry, auditOfEntry, noteOfEntry } from './new-entry.ts';
import { refusingTooLarge } from './refuse-too-large.ts';

const refusedName = z.object({
  position: z.number(),
  reason: z.enum(['missing', 'void', 'above-due']),
  due: z.string().transform(centsFromDecimal),
});

/** Records a payment with its note, mail, audit row and activity in one statement (ADR 49). */
export const recordPayment =
  (db: Connection): LedgerStore['recordPayment'] =>
  async ({
    userId,
    date,
    amountCents,
    method,
    reference,
    note,
    replaces,
    named,
    ordersMail,
    audit,
    activity,
    now,
  }) => {
    const names = JSON.stringify(
      named.map((name) => ({ invoice_id: name.invoiceId, amount: decimalFromCents(name.amountCents) })),
    );
    const { rows } = await refusingTooLarge('amount', () =>
      db.execute(sql`
      with names as (
        select name.position::int - 1 as position, coalesce(item.due, 0) as due,
          case when invoice.id is null then 'missing' when invoice.status = 'void' then 'void'
            when (name.value ->> 'amount')::numeric > item.due then 'above-due' end as reason
        from jsonb_array_elements(${names}::jsonb) with ordinality as name (value, position)
        left join ${invoices} as invoice
          on invoice.id = (name.value ->> 'invoice_id')::bigint and invoice.user_id = ${userId}
        left join ${ledgerItems} as item on item.invoice_id = invoice.id
      ), refused as (
        select position, reason, due from names where reason is not null
      ), entry as (
        insert into ${ledgerEntries} (user_id, kind, date, amount, method, written_by, created_at, replaces)
        select ${userId}::int, 'payment', ${date}::date, ${decimalFromCents(amountCents)}::numeric, ${method},
          ${audit.actorId}::int, ${instantOf(now)}, ${replaces}::bigint
        where not exists (select from refused)
        returning id, user_id, amount
      ), noted as (${noteOfEntry({ reference, note })}),
      audited as (${auditOfEntry(audit, sql`coalesce(${audit.record ?? null}, 'payment ' || id || ' of user ' || user_id)`)}),
      told as (${activityOfEntry(activity)}),
      ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), user_id, 'payment-received', 'payment:' || id, jsonb_build_object('paymentId', id),
          ${instantOf(now)}
        from entry where ${ordersMail}
        returning id
      ), queued as (${queueOrdered('business-mail', now)})
      select entry.id, refused.position, refused.reason, refused.due
      from refused full join entry on true
      order by refused.position`),
    );
    const [first] = rows;

    return typeof first?.id === 'number'
      ? { paymentId: first.id }
      : {
          refused: rows
            .map((row) => refusedName.parse(row))
            .map(({ due, ...name }) => ({ ...name, dueCents: due })),
        };
  };
