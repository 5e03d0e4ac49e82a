import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
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

/** The columns of an invoice whose PDF does not exist yet, or no longer. */
export const NO_FILE = {
  file_name: null,
  file_path: null,
  download_url: null,
  google_drive_file_id: null,
  drive_id: null,
  permissions_checked_at: null,
};

/** What the account says about an invoice, in a statement that also reads the account. */
const ofItem = (column: PgColumn, name: string) =>
  sql<string>`(select ${column} from ${ledgerItems} where ${ledgerItems.invoice_id} = ${invoices.id})`.as(
    name,
  );

export const payingColumns = {
  reference: users.OWNumber,
  amountDue: ofItem(ledgerItems.due, 'amount_due'),
  credited: ofItem(ledgerItems.credited, 'credited'),
  writtenOff: ofItem(ledgerItems.written_off, 'written_off'),
};

export const readInvoice = (
  row: Omit<Invoice, 'totalAmount' | keyof typeof payingColumns> & { totalAmount: string },
  { reference, ...amounts }: Record<keyof typeof payingColumns, string>,
): Invoice => ({
  ...row,
  totalAmount: Number(row.totalAmount),
  amountDue: Number(amounts.amountDue),
  credited: Number(amounts.credited),
  writtenOff: Number(amounts.writtenOff),
  reference,
});
