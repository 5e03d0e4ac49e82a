import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';

export const invoiceStore = { invoices: makeInvoiceStore };
