import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { planMoney } from '../../../lib/money/money-outcome.ts';

/**
 * Plans what a credit note does: it lies wholly on its own invoice, so what was paid beyond the rest becomes credit, which
 * pays what else is owed (D65). Voiding an invoice does the same with all of it.
 */
export const planCredit = (invoice: Pick<Invoice, 'id' | 'amountDue'>, debt: Debt, cents: number) => {
  const reducedCents = Math.min(cents, centsFromAmount(invoice.amountDue));
  const freedCents = cents - reducedCents;
  const others = {
    ...debt,
    owed: amountFromCents(centsFromAmount(debt.owed) - reducedCents),
    items: debt.items.filter(({ invoiceId }) => invoiceId !== invoice.id),
  };

  return { reducedCents, freedCents, ...planMoney(others, freedCents) };
};
