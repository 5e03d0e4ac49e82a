import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { bankDayOf } from '#shared/invoices/ledger-words.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';
import { formatAmount } from '#shared/money.ts';
import { type MailContent, paragraph } from './mail-parts.ts';
import { wordAccount } from './paying-facts.ts';

/** The mail that takes back a thank-you for a payment that somebody else made. */
export const writePaymentNotYoursMail = (
  payment: Pick<Payment, 'date' | 'bankDate' | 'amount'>,
  account: AccountNow,
  { portal, now }: { portal: string; now: Date },
): MailContent => ({
  subject: `That payment was not yours, ${formatAmount(payment.amount)}`,
  preheader: 'We had recorded it in your account by mistake.',
  title: 'That payment was not yours',
  parts: [
    paragraph(
      'We thanked you for this payment, but we had recorded it in your account by mistake. We took it out again. We are sorry.',
    ),
    {
      facts: [
        ['Amount', formatAmount(payment.amount)],
        ['Date', formatDayInWords(bankDayOf(payment), now)],
      ],
    },
    paragraph(wordAccount(account)),
    { button: { label: 'See your invoices and payments', address: `${portal}/client?section=invoices` } },
  ],
  footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
});
