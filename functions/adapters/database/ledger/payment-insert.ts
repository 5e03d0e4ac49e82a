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
import { namedItems } from './named-items.ts';
import { activityOfEntry, auditOfEntry, noteOfEntry } from './new-entry.ts';
import { refusingTooLarge } from './refuse-too-large.ts';

const refusedName = z.object({
  position: z.number(),
  reason: z.enum(['missing', 'void', 'above-due']),
  due: z.string().transform(centsFromDecimal),
  written_off: z.string().transform(centsFromDecimal),
});

const recordedRow = z
  .object({
    id: z.number(),
    date: z.string(),
    written_by: z.string().nullable(),
    recovered: z.string().transform(centsFromDecimal),
  })
  .transform(({ id, date, written_by, recovered }) => ({
    paymentId: id,
    date,
    writtenBy: written_by,
    recoveredCents: recovered,
  }));

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
    const { rows } = await refusingTooLarge('amount', () =>
      db.execute(sql`
      with names as (
        select named.position, coalesce(item.due, 0) as due, coalesce(item.written_off, 0) as written_off,
          greatest(named.amount - item.due, 0) as recovered,
          case when item.id is null then 'missing' when invoice.status = 'void' then 'void'
            when named.amount > item.due + item.written_off then 'above-due' end as reason
        from (${namedItems(sql`select ${userId}::int`, named)}) as named
        left join ${ledgerItems} as item on item.id = named.item_id
        left join ${invoices} as invoice on invoice.id = item.invoice_id
      ), refused as (
        select position, reason, due, written_off from names where reason is not null
      ), entry as (
        insert into ${ledgerEntries} (user_id, kind, date, bank_date, amount, method, written_by, created_at, replaces)
        select ${userId}::int, 'payment', ${date}::date, ${date}::date, ${decimalFromCents(amountCents)}::numeric, ${method},
          ${audit.actorId}::int, ${instantOf(now)}, ${replaces}::bigint
        where not exists (select from refused)
        returning id, user_id, amount, date, written_by_name
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
      select entry.id, entry.date::text, entry.written_by_name as written_by, refused.position, refused.reason,
        refused.due, refused.written_off, (select coalesce(sum(recovered), 0) from names) as recovered
      from refused full join entry on true
      order by refused.position`),
    );
    const [first] = rows;

    return typeof first?.id === 'number'
      ? recordedRow.parse(first)
      : {
          refused: rows
            .map((row) => refusedName.parse(row))
            .map(({ due, written_off, ...name }) => ({
              ...name,
              dueCents: due,
              writtenOffCents: written_off,
            })),
        };
  };
