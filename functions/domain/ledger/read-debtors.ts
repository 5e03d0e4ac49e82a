import { auditOfPage } from '#functions/domain/audit.ts';
import { sumAgeing, toAgeing } from '#functions/domain/ledger/ageing-answer.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DebtorStore } from '#functions/ports/database/ledger/debtor-store.ts';
import type { DebtorList, DebtorSums } from '#shared/contract/ledger-statements.ts';
import type { DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { amountFromCents } from '#shared/money.ts';

/** Lists a page of the clients who owe. None of them has credit at the same time (D53). */
export const listDebtors = async (
  debtors: Pick<DebtorStore, 'list'>,
  admin: SessionUser,
  page: { page: number; limit: number; sort: (typeof DEBTOR_SORTS)[number] },
  now: Date,
): Promise<DebtorList> => {
  const found = await debtors.list(page, dayAfter(now, 0), auditOfPage(admin, 'ledger.debtors', now));

  return {
    debtors: found.debtors.map(({ ageing, ...debtor }) => ({
      ...debtor,
      due: amountFromCents(sumAgeing(ageing)),
      ageing: toAgeing(ageing),
      credit: 0,
    })),
    total: found.total,
    page: page.page,
    limit: page.limit,
  };
};

export const sumDebtors = async (debtors: Pick<DebtorStore, 'sum'>, now: Date): Promise<DebtorSums> => {
  const ageing = await debtors.sum(dayAfter(now, 0));

  return { ...toAgeing(ageing), total: amountFromCents(sumAgeing(ageing)) };
};
