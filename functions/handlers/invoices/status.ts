import { changeInvoiceStatus } from '#functions/domain/invoices/change-invoice-status.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  billedServiceStore,
  invoiceStore,
  journalStore,
  ledgerStore,
} from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.status,
  {
    database: databaseWith(billedServiceStore, invoiceStore, journalStore, ledgerStore),
    mailSettings,
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ ports, user, params, body, now, note }) => {
    note({ madeInvoice: body.status });

    return changeInvoiceStatus(ports, user, { invoiceId: params.id, ...body }, now);
  },
  async ({ ports, result }) => {
    if (result.status === 'void') {
      await ports.invoicePdfQueue.send(String(result.id));
    }
  },
);
