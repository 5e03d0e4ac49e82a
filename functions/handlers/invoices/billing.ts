import { readBillingDetails } from '#functions/domain/invoices/create-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';

export const handler = endpoint('invoices.billing', { supplier }, async ({ ports }) =>
  readBillingDetails(ports.supplier),
);
