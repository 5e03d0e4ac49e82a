import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { queueOrdered } from '#functions/adapters/database/mails/mail-jobs.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { entryNotes, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type {
  NewPayment,
  RecordedPayments,
  RecordedWith,
} from '#functions/ports/database/payments/ledger-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { namedItemsOf, namesOf } from './named-items.ts';
import { refusingTooLarge } from './refuse-too-large.ts';

const cents = z.string().transform(centsFromDecimal);

const refusedRow = z
  .object({
    position: z.number(),
    invoice_id: z.number().nullable(),
    reason: z.enum(['missing', 'void', 'above-due']),
    due: cents,
    written_off: cents,
  })
  .transform(({ invoice_id, due, written_off, ...name }) => ({
    ...name,
    invoiceId: invoice_id,
    dueCents: due,
    writtenOffCents: written_off,
  }));

const recordedRow = z
  .object({ id: z.number(), date: z.string(), written_by: z.string().nullable(), recovered: cents })
  .transform(({ id, date, written_by, recovered }) => ({
    paymentId: id,
    date,
    writtenBy: written_by,
    recoveredCents: recovered,
  }));

/**
 * Records payments with their notes, mails, audit rows and activities in one statement (ADR 49). It takes the ids before
 * it writes the entries, because an insert returns nothing of the list.
 */
export const recordPayments =
  (db: Connection) =>
  async <Payment extends NewPayment>(
    payments: readonly Payment[],
    { action, address, now }: RecordedWith,
  ): Promise<RecordedPayments<Payment>> => {
    const list = JSON.stringify(
      payments.map(({ amountCents, named, ...payment }, place) => ({
        ...payment,
        place,
        amount: decimalFromCents(amountCents),
        named: namesOf(named),
      })),
    );
    const names = namedItemsOf(
      sql`select place, "userId" as user_id, named from listed`,
      payments.some(({ named }) => named.length > 0),
    );
    const { rows } = await refusingTooLarge('amount', () =>
      db.execute(sql`
      with listed as (
        select * from jsonb_to_recordset(${list}::jsonb) as payment (
          place int, "userId" int, date date, amount numeric, method text, reference text, note text, replaces bigint,
          named jsonb, "actorId" int, record text, changes jsonb, activity text, "isMailed" boolean)
      ), names as (
        select named.place, named.position, named.invoice_id, coalesce(item.due, 0) as due,
          coalesce(item.written_off, 0) as written_off, greatest(named.amount - item.due, 0) as recovered,
          case when item.id is null then 'missing' when invoice.status = 'void' then 'void'
            when named.amount > item.due + item.written_off then 'above-due' end as reason
        from (${names}) as named
        left join ${ledgerItems} as item on item.id = named.item_id
        left join ${invoices} as invoice on invoice.id = item.invoice_id
      ), refused as (
        select * from names where reason is not null
      ), payment as (
        select *, nextval('ledger_entries_id_seq') as id from listed
        where not exists (select from refused)
      ), entry as (
        insert into ${ledgerEntries} (id, user_id, kind, date, bank_date, amount, method, written_by, created_at, replaces)
        select id, "userId", 'payment', date, date, amount, method, "actorId", ${instantOf(now)}, replaces from payment
        returning id, date, written_by_name
      ), noted as (
        insert into ${entryNotes} (entry_id, reference, note) select id, reference, note from payment
      ), audited as (${insertAuditRows(
        { actorId: sql`"actorId"`, action, address },
        {
          record: sql`coalesce(record, 'payment ' || id || ' of user ' || "userId")`,
          changes: sql`changes || jsonb_build_object('amount', amount)`,
          from: sql`payment`,
        },
      )}), told as (
        insert into ${activities} (user_id, activity_type, description) select "userId", 'payment', activity from payment
      ), ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), "userId", 'payment-received', 'payment:' || min(id),
          jsonb_build_object('paymentId', min(id), 'paymentIds', jsonb_agg(id order by id)), ${instantOf(now)}
        from payment where "isMailed" group by "userId"
        returning id
      ), queued as (${queueOrdered('business-mail', now)})
      select coalesce(payment.place, refused.place) as place, entry.id, entry.date::text,
        entry.written_by_name as written_by,
        (select coalesce(sum(recovered), 0) from names where names.place = payment.place) as recovered,
        refused.position, refused.invoice_id, refused.reason, refused.due, refused.written_off
      from (entry join payment on payment.id = entry.id) full join refused on true
      order by payment.place, refused.place, refused.position`),
    );
    const rowsOf = payments.map((payment, place) => ({
      payment,
      rows: rows.filter((row) => row.place === place),
    }));

    return {
      recorded: rowsOf.flatMap(({ payment, rows: own }) =>
        own.filter(({ id }) => id !== null).map((row) => ({ payment, ...recordedRow.parse(row) })),
      ),
      refused: rowsOf.flatMap(({ payment, rows: own }) =>
        own.filter(({ reason }) => reason !== null).map((row) => ({ payment, ...refusedRow.parse(row) })),
      ),
    };
  };
