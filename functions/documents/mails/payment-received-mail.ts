import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Payment } from '#shared/contract/ledger-payments.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { ENTRY_LABELS, METHOD_LABELS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { type MailContent, paragraph, typed } from './mail-parts.ts';
import { wordBalance } from './paying-facts.ts';

/** Number of invoices that the mail names; the portal shows them all. */
const INVOICES_MAX = 10;

/**
 * The mail that says that a payment was received, what it paid, and what is owed or left as credit. The balance is that
 * of the moment at which the mail is written, as is what the payment paid, so that both agree.
 */
export const writePaymentReceivedMail = (
  { date, bankDate, amount, method, reference, allocations, unallocated }: Payment,
  { balanceCents, portal, now }: { balanceCents: number; portal: string; now: Date },
): MailContent => {
  const received = formatAmount(amount);
  const paid = allocations
    .slice(0, INVOICES_MAX)
    .map(
      ({ kind, invoiceNumber, amount: part }) =>
        [ENTRY_LABELS[kind], [invoiceNumber, formatAmount(part)].filter(Boolean).join(', ')] as const,
    );
  const others = allocations.length - paid.length;

  return {
    subject: `Payment received, ${received}`,
    preheader: 'Thank you for your payment.',
    title: 'We received your payment',
    parts: [
      paragraph('Thank you. We recorded this payment in your account.'),
      {
        facts: [
          ['Amount', received],
          ['Date', formatDayInWords(bankDate ?? date, now)],
          ['Method', METHOD_LABELS[method]],
          ...(reference ? [['Reference', typed(reference)] as const] : []),
        ],
      },
      paragraph(paid.length > 0 ? 'It paid:' : 'It waits as your credit:'),
      {
        facts: [
          ...paid,
          ...(others > 0 ? [['Other invoices', String(others)] as const] : []),
          ...(unallocated > 0
            ? [['Credit', `${formatAmount(unallocated)}, for your next invoices`] as const]
            : []),
        ],
      },
      paragraph(wordBalance(balanceCents)),
      { button: { label: 'See your invoices and payments', address: `${portal}/client?section=invoices` } },
    ],
    footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
  };
};
