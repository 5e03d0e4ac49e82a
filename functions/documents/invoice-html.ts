import type { IssuedInvoice } from '#shared/invoices/issued-invoice.ts';
import { renderThirdLayout } from './invoice-layout-3.ts';
import { markVoid } from './void-mark.ts';

/** Renders an invoice in the layout whose number its terms name; `layouts` has every number that terms may name. */
export const renderByLayout = <Layout extends number, Invoice extends { terms: { layout: Layout } }>(
  layouts: Readonly<Record<Layout, (invoice: Invoice) => string>>,
  invoice: Invoice,
): string => layouts[invoice.terms.layout](invoice);

/**
 * Renders the whole document of a printed invoice, in the layout with which it was issued; over one that was voided lies
 * the word 'Void'.
 */
export const renderInvoiceHtml = (invoice: IssuedInvoice): string => {
  const document = renderByLayout({ 3: renderThirdLayout }, invoice);

  return invoice.isVoid ? markVoid(document) : document;
};
