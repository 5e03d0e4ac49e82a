import type { NewPayment } from '#functions/ports/database/payments/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { dayAfter } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';

/** Only a payment of the last days is news to the client. */
const MAILED_DAYS = 7;

type Given = Pick<NewPayment, 'userId' | 'date' | 'amountCents' | 'method' | 'actorId'>;

/** Returns what the ledger records of a payment. One of the last days orders its mail. */
export const newPayment = <Payment extends Given & Partial<NewPayment>>(
  payment: Payment,
  { mailSettings, now }: { mailSettings: MailSettings; now: Date },
): NewPayment & Payment => ({
  reference: null,
  note: null,
  replaces: null,
  named: [],
  record: null,
  changes: {},
  activity: `Payment of ${formatRand(payment.amountCents)} received`,
  isMailed: mailSettings.isOn && payment.date >= dayAfter(now, -MAILED_DAYS),
  ...payment,
});
