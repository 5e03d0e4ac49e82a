import { makeInvoiceQueue } from '#functions/adapters/aws/invoice-queue.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({ INVOICE_QUEUE_URL: requiredSetting });

export const invoiceQueue = makeInvoiceQueue(settings.INVOICE_QUEUE_URL);
