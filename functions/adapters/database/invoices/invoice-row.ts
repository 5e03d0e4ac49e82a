import { invoices } from '#functions/database/schema/invoices-tables.ts';
import type { Invoice } from '#shared/contract/invoices.ts';

export const invoiceColumns = {
  id: invoices.id,
  invoiceNumber: invoices.invoice_number,
  status: invoices.status,
  createdAt: invoices.created_at,
  totalAmount: invoices.total_amount,
  fileName: invoices.file_name,
  dueDate: invoices.due_date,
};

export const readInvoice = (
  row: Omit<Invoice, 'totalAmount' | 'reference'> & { totalAmount: string },
): Invoice => ({
  ...row,
  totalAmount: Number(row.totalAmount),
  reference: row.invoiceNumber,
});
