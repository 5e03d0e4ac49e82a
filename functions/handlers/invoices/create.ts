import { createInvoice } from '#functions/domain/invoices/create-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  billedServiceStore,
  idempotencyStore,
  invoiceStore,
  ledgerStore,
} from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.create,
  {
    database: databaseWith(billedServiceStore, idempotencyStore, invoiceStore, ledgerStore),
    supplier,
    mailSettings,
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ ports, user, body, now, note }) => createInvoice({ ...ports, note }, user, body, now),
  ({ ports, result }) => ports.invoicePdfQueue.send(String(result.id)),
);
