import type { AgeingCents } from '#functions/ports/database/debtors/statement-store.ts';
import type { Ageing } from '#shared/contract/debtors/ledger-statements.ts';
import { amountFromCents } from '#shared/money.ts';

export const toAgeing = ({ notDue, days30, days60, days90, older }: AgeingCents): Ageing => ({
  notDue: amountFromCents(notDue),
  days30: amountFromCents(days30),
  days60: amountFromCents(days60),
  days90: amountFromCents(days90),
  older: amountFromCents(older),
});

export const sumAgeing = (ageing: AgeingCents): number =>
  Object.values(ageing).reduce((sum, cents) => sum + cents, 0);
