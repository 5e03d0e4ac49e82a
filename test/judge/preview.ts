import { planPayment } from '#shared/invoices/plan-payment.ts';
import type { Account, Item, NewPayment } from './books.ts';
import { freeOf, paidBy } from './books.ts';
import type { Judged } from './compare.ts';

/** What the dialog says before a payment is recorded. */
export const previewPayment = async (
  portal: Judged['portal'],
  { userId }: Account,
  { cents, named }: NewPayment,
) => {
  const { body } = await portal.call('GET', `/api/users/${userId}/debt`);
  const namedCents = new Map(
    named.map((part) => [part.item.kind === 'opening' ? null : part.item.id, part.cents]),
  );
  const { parts, creditCents } = planPayment(body.items, cents, namedCents);
  const paid = parts.map(({ item, cents: part }) => `${item.kind} ${item.invoiceId} ${part}`);

  return { paid: paid.sort(), creditCents };
};

/** The same of what a payment that was just recorded pays. */
export const paidNow = (account: Account, payment: Item) => ({
  paid: paidBy(account, payment)
    .map(({ item, cents }) => `${item.kind} ${item.kind === 'invoice' ? item.id : null} ${cents}`)
    .sort(),
  creditCents: freeOf(account, payment),
});
