import type { IssuedInvoice } from '#shared/issued-invoice.ts';
import { renderFirstLayout } from './invoice-layout-1.ts';
import { renderSecondLayout } from './invoice-layout-2.ts';

/** The whole document of a printed invoice, in the layout that it was issued with. */
export const renderInvoiceHtml = (invoice: IssuedInvoice): string =>
  invoice.terms === null ? renderFirstLayout(invoice) : renderSecondLayout(invoice, invoice.terms);

/** Whom the PDF names as its author: from the second layout on, as its HTML does. */
export const findAuthor = ({ terms, supplier }: IssuedInvoice): string | undefined =>
  terms === null ? undefined : supplier.name;
