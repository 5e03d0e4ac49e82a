import type { IssuedInvoice } from '#shared/issued-invoice.ts';
import { renderFirstLayout } from './invoice-layout-1.ts';
import { renderSecondLayout, renderThirdLayout } from './invoice-layouts-2-3.ts';

/** Renders the whole document of a printed invoice, in the layout with which it was issued. */
export const renderInvoiceHtml = (invoice: IssuedInvoice): string => {
  switch (invoice.terms?.layout) {
    case undefined:
      return renderFirstLayout(invoice);
    case 2:
      return renderSecondLayout(invoice, invoice.terms);
    case 3:
      return renderThirdLayout(invoice, invoice.terms);
  }
};

/** Returns the author that the PDF names: the supplier, from the second layout on, as in its HTML. */
export const findAuthor = ({ terms, supplier }: IssuedInvoice): string | undefined =>
  terms === null ? undefined : supplier.name;
