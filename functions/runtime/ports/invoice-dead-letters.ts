import { makeInvoiceDeadLetters } from '#functions/adapters/aws/invoice-dead-letters.ts';
import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({ INVOICE_DEAD_LETTER_QUEUE_URL: requiredSetting });

export const invoiceDeadLetters = makeInvoiceDeadLetters(settings.INVOICE_DEAD_LETTER_QUEUE_URL, {
  ...QUEUE_PATIENCE,
  timeLeftMs,
});
