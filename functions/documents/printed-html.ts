import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import type { IssuedInvoice } from '#shared/invoices/issued-invoice.ts';
import { renderCreditNoteHtml } from './credit-note-html.ts';
import { renderInvoiceHtml } from './invoice-html.ts';

/** Renders the whole document of a PDF. */
export const renderPrinted = (
  document: ({ kind: 'invoice' } & IssuedInvoice) | ({ kind: 'credit-note' } & IssuedCreditNote),
): string => (document.kind === 'invoice' ? renderInvoiceHtml(document) : renderCreditNoteHtml(document));
