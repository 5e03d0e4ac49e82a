import { makeInvoiceQueue } from '#functions/adapters/aws/invoice-queue.ts';
import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({ INVOICE_QUEUE_URL: requiredSetting });

export const invoiceQueue = makeInvoiceQueue(settings.INVOICE_QUEUE_URL, { ...QUEUE_PATIENCE, timeLeftMs });
