import { makeInvoicePdfStore } from '#functions/adapters/database/invoices/sql-invoice-pdf-store.ts';

export const invoicePdfStore = { invoicePdfs: makeInvoicePdfStore };
