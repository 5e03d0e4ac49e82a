import { useQuery } from '@tanstack/react-query';
import { nameDaysOfMonth } from '#shared/billing/named-days.ts';
import type { UnbilledDays } from '#shared/contract/services.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { unbilledQuery } from './queries.ts';

/** '10 to 24 November 2026, R 185,00'; several rows also with their sum. */
export const sayUnbilled = (rows: readonly UnbilledDays[]): string => {
  const each = rows.map((days) => `${nameDaysOfMonth(days)}, ${formatAmount(days.amount)}`).join('; ');
  const cents = rows.reduce((sum, { amount }) => sum + centsFromAmount(amount), 0);

  return rows.length > 1 ? `${each}; together ${formatRand(cents)}` : each;
};

/** Returns what days of a service up to this one are worth that no invoice bills. */
export const useUnbilled = (serviceId: number | undefined, until: string): UnbilledDays[] | undefined => {
  const { data } = useQuery({ ...unbilledQuery(serviceId ?? 0, until), enabled: serviceId !== undefined });

  return data?.filter(({ amount }) => amount > 0);
};
