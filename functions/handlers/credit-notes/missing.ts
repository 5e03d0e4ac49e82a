import { issueMissingCreditNote } from '#functions/domain/credit-notes/issue-credit-note.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { provider } from '#functions/runtime/ports/provider-port.ts';
import { creditNoteStore, idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';
import { pdfJobKey } from '#shared/invoices/pdf-jobs.ts';

export const handler = endpoint(
  creditNotes.missing,
  {
    database: databaseWith(creditNoteStore, idempotencyStore, ledgerStore),
    provider,
    mailSettings,
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  async ({ ports, user, params, body, now, note }) => {
    const issued = await issueMissingCreditNote(ports, user, { invoiceId: params.id, ...body }, now);
    note({ creditNote: { id: issued.id, number: issued.creditNoteNumber } });

    return issued;
  },
  ({ ports, result }) => ports.invoicePdfQueue.send(pdfJobKey({ creditNoteId: result.id })),
);
