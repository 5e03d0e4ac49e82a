import type { OfReport } from '#functions/ports/database/books/vat-report-store.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { daysOfTaxPeriod, endsTaxPeriod } from '#shared/books/vat-periods.ts';
import { NO_VAT_NUMBER } from '#shared/books/vat-rows.ts';
import { dayAfter, formatDayInWords } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

export interface AskedReport {
  /** The last month of the tax period. */
  period: string;
  vatNumber?: string | undefined;
}

const isWithin = (day: string, { from, to }: OfReport['period']): boolean => day >= from && day <= to;

/**
 * Returns the days of a number's report. The first period of the present number begins with its registration, and the
 * last one of an earlier number ends on the day before it; what is written about its invoices after that, such as a
 * credit note, stands in its report of the following tax period.
 */
const daysOfReport = (
  month: string,
  vatNumber: string,
  { vatNumber: presentNumber, taxPeriod, registeredFrom }: VatSettings,
): OfReport['period'] => {
  const period = daysOfTaxPeriod(month, taxPeriod);
  if (registeredFrom === null || presentNumber === null) {
    return period;
  }
  const isPresent = vatNumber === presentNumber;
  if (isWithin(registeredFrom, period)) {
    return isPresent
      ? { ...period, from: registeredFrom }
      : registeredFrom === period.from
        ? period
        : { ...period, to: dayAfter(new Date(registeredFrom), -1) };
  }
  const before = daysOfTaxPeriod(dayAfter(new Date(period.from), -1).slice(0, '2026-11'.length), taxPeriod);

  return !isPresent && registeredFrom > before.from && registeredFrom <= before.to
    ? { ...period, from: registeredFrom }
    : period;
};

/** Returns the number and the days of the report that is asked for. */
export const chooseReport = ({ period: month, vatNumber }: AskedReport, settings: VatSettings): OfReport => {
  const chosen = vatNumber ?? settings.vatNumber;
  if (chosen === null) {
    throw new AppError('conflict', NO_VAT_NUMBER);
  }

  return {
    month,
    vatNumber: chosen,
    presentNumber: settings.vatNumber,
    period: daysOfReport(month, chosen, settings),
  };
};

const ENDS_IN = { 'odd-months': 'an odd month', 'even-months': 'an even month' } as const;

/** Refuses a month that ends no tax period. A filed report stays readable when the settings have changed. */
const requireTaxPeriod = (
  { month, vatNumber, presentNumber, period }: OfReport,
  { taxPeriod, registeredFrom }: VatSettings,
  now: Date,
): void => {
  const refuse = (sentence: string) => {
    throw new AppError('unprocessable', sentence, { fields: { period: sentence } });
  };
  if (taxPeriod !== 'monthly' && !endsTaxPeriod(month, taxPeriod)) {
    refuse(`The tax periods end in ${ENDS_IN[taxPeriod]}.`);
  }
  if (registeredFrom !== null && vatNumber === presentNumber && period.to < registeredFrom) {
    refuse(`The company is registered for VAT from ${formatDayInWords(registeredFrom, now)}.`);
  }
};

/** Refuses days that have no report of their own; one that was filed is always answered. */
export const requireReport = (
  report: OfReport,
  settings: VatSettings,
  { isFiled, sharesDayWithFiled }: { isFiled: boolean; sharesDayWithFiled: boolean },
  now: Date,
): void => {
  if (isFiled) {
    return;
  }
  requireTaxPeriod(report, settings, now);
  if (sharesDayWithFiled) {
    throw new AppError('filed', 'A filed VAT report of this number contains days of this period.');
  }
};
