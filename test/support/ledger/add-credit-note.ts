import { sql } from 'drizzle-orm';
import { dayAfter } from '#shared/dates.ts';
import { pdfJobKey } from '#shared/invoices/pdf-jobs.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';

const TERMS = {
  layout: 1,
  vatPercent: 15,
  invoiceNumber: 'INV-TEST',
  invoicedAt: '2026-11-20T08:00:00.000Z',
  invoiceCents: 10_000,
};

/** Writes a credit note over one cent of an open invoice with its entry and its PDF job. Returns its id. */
export const addCreditNote = (
  { connection }: Pick<TestPortal, 'connection'>,
  { userId, invoiceId }: { userId: number; invoiceId: number },
): Promise<number> =>
  connection.transaction(async (db) => {
    const number = `CN-TEST-${crypto.randomUUID()}`;
    const today = dayAfter(new Date(), 0);
    const { rows: entries } = await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, invoice_id, number)
      values (${userId}, 'credit-note', ${today}::date, 0.01, ${invoiceId}, ${number}) returning id`);
    const entryId = Number(entries[0]?.id);
    await db.execute(sql`
      insert into ledger_allocations (user_id, credit_id, debt_id, amount, date)
      select user_id, ${entryId}::bigint, id, 0.01, ${today}::date from ledger_items where invoice_id = ${invoiceId}`);
    const { rows: notes } = await db.execute(sql`
      insert into credit_notes (credit_note_number, user_id, invoice_id, entry_id, total_amount, reason, explanation,
        buyer, supplier, terms)
      select ${number}, user_id, id, ${entryId}::bigint, 0.01, 'error', 'Billed for a planted line', buyer,
        ${JSON.stringify({ ...PROVIDER, vatNumber: null, complaints: null })}::jsonb, ${JSON.stringify(TERMS)}::jsonb
      from invoices where id = ${invoiceId} returning id`);
    const creditNoteId = Number(notes[0]?.id);
    await db.execute(sql`
      insert into jobs (kind, key, payload)
      values ('invoice-pdf', ${pdfJobKey({ creditNoteId })}, ${JSON.stringify({ creditNoteId })}::jsonb)`);

    return creditNoteId;
  });
