import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { numberOf } from '#functions/adapters/database/invoices/document-number.ts';
import { orderMailOfInserted } from '#functions/adapters/database/invoices/invoice-mail-order.ts';
import { queuePdfOfInserted } from '#functions/adapters/database/invoices/invoice-pdf-job.ts';
import { noteOfEntry } from '#functions/adapters/database/payments/new-entry.ts';
import { refusingTooLarge } from '#functions/adapters/database/payments/refuse-too-large.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { creditNotes, documentCounters, invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import type { CreditNoteStore } from '#functions/ports/database/credit-notes/credit-note-store.ts';
import { decimalFromCents } from '#shared/money.ts';

const issuedRow = z.object({
  id: z.number(),
  entry_id: z.number().nullable(),
  credit_note_number: z.string(),
  vat_amount: z
    .string()
    .nullable()
    .transform((vat) => (vat === null ? null : Number(vat))),
});

/** Issues a credit note with its number, entry, job, mail, audit row and activity in one statement (ADR 21). */
export const makeCreditNoteIssue =
  (db: Connection): CreditNoteStore['issue'] =>
  async ({ hasEntry, ordersMail, ...issued }) => {
    const total = sql`${decimalFromCents(issued.totalCents)}::numeric`;
    const entry = hasEntry
      ? sql`
        insert into ${ledgerEntries} (user_id, kind, date, amount, invoice_id, number, written_by, created_at)
        select ${issued.userId}::int, 'credit-note', ${issued.date}::date, ${total}, ${issued.invoiceId}::int, number,
          ${issued.audit.actorId}::int, ${instantOf(issued.now)}
        from numbered
        returning id, vat`
      : sql`
        select null::bigint as id, -vat as vat from ${ledgerEntries}
        where invoice_id = ${issued.invoiceId}::int and kind = 'invoice'`;
    const noted = hasEntry ? noteOfEntry({ reason: issued.explanation }) : sql`select`;
    const ordered = ordersMail ? orderMailOfInserted('credit-note') : sql`select`;
    const { rows } = await refusingTooLarge(undefined, () =>
      db.execute(sql`
      with counter as (
        insert into ${documentCounters} (series, year, last_number) values ('CN', ${issued.year}::int, 1)
        on conflict (series, year) do update set last_number = ${documentCounters}.last_number + 1
        returning last_number
      ), numbered as (select ${numberOf('CN', issued.year)} as number from counter),
      entry as (${entry}),
      noted as (${noted}),
      inserted as (
        insert into ${creditNotes} (credit_note_number, user_id, invoice_id, entry_id, total_amount, vat_amount, reason,
          explanation, buyer, supplier, terms, lines, created_at, updated_at)
        select numbered.number, invoice.user_id, invoice.id, entry.id, ${total}, entry.vat, ${issued.reason},
          ${issued.explanation}, invoice.buyer,
          ${JSON.stringify(issued.provider)}::jsonb || jsonb_build_object('vatNumber', invoice.supplier -> 'vatNumber'),
          ${JSON.stringify(issued.terms)}::jsonb, ${issued.lines && JSON.stringify(issued.lines)}::jsonb,
          ${instantOf(issued.now)}, ${instantOf(issued.now)}
        from numbered, entry, ${invoices} as invoice where invoice.id = ${issued.invoiceId}
        returning *
      ), queued as (${queuePdfOfInserted('credit-note')}),
      ordered as (${ordered}),
      audited as (${insertAuditRows(issued.audit, {
        record: sql`'credit note ' || credit_note_number || ' of user ' || user_id`,
        changes: sql`jsonb_build_object('totalAmount', total_amount)`,
        from: sql`inserted`,
      })}),
      told as (
        insert into ${activities} (user_id, activity_type, description)
        select user_id, 'payment', ${issued.activity.before} || credit_note_number || ${issued.activity.after}
        from inserted
      )
      select id, entry_id, credit_note_number, vat_amount from inserted`),
    );
    const { id, entry_id, credit_note_number, vat_amount } = issuedRow.parse(rows[0]);

    return {
      creditNote: {
        id,
        userId: issued.userId,
        creditNoteNumber: credit_note_number,
        invoiceId: issued.invoiceId,
        invoiceNumber: issued.terms.invoiceNumber,
        createdAt: issued.now.toISOString(),
        totalAmount: issued.totalCents / 100,
        vatAmount: vat_amount,
        reason: issued.reason,
        explanation: issued.explanation,
        fileName: null,
      },
      entryId: entry_id,
    };
  };
