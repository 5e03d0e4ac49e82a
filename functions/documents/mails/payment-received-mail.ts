import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { bankDayOf, ENTRY_LABELS, METHOD_LABELS } from '#shared/invoices/ledger-words.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';
import { amountFromCents, centsFromAmount, formatAmount } from '#shared/money.ts';
import { type Fact, type MailContent, paragraph, typed } from './mail-parts.ts';
import { wordAccount } from './paying-facts.ts';

/** Number of payments and of invoices that the mail names; the portal shows them all. */
const NAMED_MAX = 10;

const sumOf = (amounts: readonly number[]): number =>
  amountFromCents(amounts.reduce((sum, amount) => sum + centsFromAmount(amount), 0));

const wordDay = (payment: Payment, now: Date) => formatDayInWords(bankDayOf(payment), now);

const describePayment = (payment: Payment, now: Date): Fact[] => [
  ['Amount', formatAmount(payment.amount)],
  ['Date', wordDay(payment, now)],
  ['Method', METHOD_LABELS[payment.method]],
  ...(payment.reference ? [['Reference', typed(payment.reference)] as const] : []),
];

const listPayments = (payments: readonly Payment[], received: string, now: Date): Fact[] => [
  ...payments
    .slice(0, NAMED_MAX)
    .map((payment): Fact => [wordDay(payment, now), formatAmount(payment.amount)]),
  ...(payments.length > NAMED_MAX ? [['Other payments', String(payments.length - NAMED_MAX)] as const] : []),
  ['Together', received],
];

/** Returns what payments paid of each item together. */
const addAllocations = (payments: readonly Payment[]): Payment['allocations'] => {
  const items = new Map<number | string, Payment['allocations'][number]>();
  for (const part of payments.flatMap(({ allocations }) => allocations)) {
    const item = part.invoiceId ?? part.kind;
    items.set(item, { ...part, amount: sumOf([items.get(item)?.amount ?? 0, part.amount]) });
  }

  return [...items.values()];
};

/**
 * The mail that says that payments of one press were received, what they paid, and what is owed or left as credit. The
 * balance is that of the moment at which the mail is written, as is what the payments paid, so that both agree.
 */
export const writePaymentReceivedMail = (
  payments: readonly [Payment, ...Payment[]],
  account: AccountNow,
  { portal, now }: { portal: string; now: Date },
): MailContent => {
  const isOne = payments.length === 1;
  const received = formatAmount(sumOf(payments.map(({ amount }) => amount)));
  const unallocated = sumOf(payments.map((payment) => payment.unallocated));
  const allocations = addAllocations(payments);
  const paid = allocations
    .slice(0, NAMED_MAX)
    .map(
      ({ kind, invoiceNumber, amount: part }) =>
        [ENTRY_LABELS[kind], [invoiceNumber, formatAmount(part)].filter(Boolean).join(', ')] as const,
    );
  const others = allocations.length - paid.length;
  const waits = isOne ? 'It waits as your credit:' : 'They wait as your credit:';

  return {
    subject: `${isOne ? 'Payment' : 'Payments'} received, ${received}`,
    preheader: isOne ? 'Thank you for your payment.' : 'Thank you for your payments.',
    title: isOne ? 'We received your payment' : 'We received your payments',
    parts: [
      paragraph(`Thank you. We recorded ${isOne ? 'this payment' : 'these payments'} in your account.`),
      { facts: isOne ? describePayment(payments[0], now) : listPayments(payments, received, now) },
      paragraph(paid.length > 0 ? `${isOne ? 'It' : 'They'} paid:` : waits),
      {
        facts: [
          ...paid,
          ...(others > 0 ? [['Other invoices', String(others)] as const] : []),
          ...(unallocated > 0
            ? [['Credit', `${formatAmount(unallocated)}, for your next invoices`] as const]
            : []),
        ],
      },
      paragraph(wordAccount(account)),
      { button: { label: 'See your invoices and payments', address: `${portal}/client?section=invoices` } },
    ],
    footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
  };
};
