import { monthAfter } from '../dates.ts';
import { daysOfMonth, startOf } from '../months.ts';

/** How often the company files: each month, or two months that end in an odd or an even one (D66). */
export const TAX_PERIODS = ['monthly', 'odd-months', 'even-months'] as const;
export type TaxPeriod = (typeof TAX_PERIODS)[number];

/** True if a month such as '2026-10' is the last of a tax period. */
export const endsTaxPeriod = (month: string, taxPeriod: TaxPeriod): boolean =>
  taxPeriod === 'monthly' || Number(month.slice(5)) % 2 === (taxPeriod === 'odd-months' ? 1 : 0);

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);

  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
};

/** Returns the first and the last day of the tax period that ends with this month. */
export const daysOfTaxPeriod = (month: string, taxPeriod: TaxPeriod): { from: string; to: string } => ({
  from: daysOfMonth(taxPeriod === 'monthly' ? month : monthBefore(month)).from,
  to: daysOfMonth(month).to,
});

/** Returns the first and the last day of the tax period that contains a month. */
export const taxPeriodOf = (month: string, taxPeriod: TaxPeriod): { from: string; to: string } =>
  daysOfTaxPeriod(endsTaxPeriod(month, taxPeriod) ? month : monthAfter(startOf(month), 1), taxPeriod);
