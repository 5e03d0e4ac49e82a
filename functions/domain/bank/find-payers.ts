import { auditOfPage } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { CustomerStore } from '#functions/ports/database/customers/customer-store.ts';
import type { Payer } from '#shared/contract/bank/payers.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';

/** Finds the clients whom an amount fits exactly, or with a typed text those whom the search finds, with their debts. */
export const findPayers = async (
  customers: Pick<CustomerStore, 'findPayers'>,
  admin: SessionUser,
  { amount, q }: { amount: number; q?: string | undefined },
  now: Date,
): Promise<Payer[]> => {
  const found = await customers.findPayers(
    { amountCents: centsFromAmount(amount), terms: q === undefined ? undefined : searchTerms(q) },
    auditOfPage(admin, 'bank.find-payers', now),
  );

  return found.map(({ dueCents, ...payer }) => ({ ...payer, due: amountFromCents(dueCents) }));
};
