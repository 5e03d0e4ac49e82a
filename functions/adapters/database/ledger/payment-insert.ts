import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { queueOrdered } from '#functions/adapters/database/mails/mail-jobs.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
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

const recordedRow = z
  .object({ id: z.number(), date: z.string(), written_by: z.string().nullable() })
  .transform(({ id, date, written_by }) => ({ paymentId: id, date, writtenBy: written_by }));

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
        insert into ${ledgerEntries} (user_id, kind, date, bank_date, amount, method, written_by, created_at, replaces)
        select ${userId}::int, 'payment', greatest(${date}::date, first_open_day()), ${date}::date, ${decimalFromCents(amountCents)}::numeric, ${method},
          ${audit.actorId}::int, ${instantOf(now)}, ${replaces}::bigint
        where not exists (select from refused)
        returning id, user_id, amount, date, written_by
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
      select entry.id, entry.date::text, ${nameOf(sql`entry.written_by`)} as written_by, refused.position, refused.reason, refused.due
      from refused full join entry on true
      order by refused.position`),
    );
    const [first] = rows;

    return typeof first?.id === 'number'
      ? recordedRow.parse(first)
      : {
          refused: rows
            .map((row) => refusedName.parse(row))
            .map(({ due, ...name }) => ({ ...name, dueCents: due })),
        };
  };
