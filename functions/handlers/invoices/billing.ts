import { readBillingDetails } from '#functions/domain/invoices/create-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(invoices.billing, { supplier }, async ({ ports, now }) =>
  readBillingDetails(ports.supplier, now),
);
