import { daysOfTaxPeriod, endsTaxPeriod, type TaxPeriod } from '#shared/books/vat-periods.ts';
import type { VatReport } from '#shared/contract/books/vat-report.ts';
import { dayAfter, monthAfter, nameMonthShort } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';
import type { Period } from '../../lib/money/periods.ts';

const PERIODS_OFFERED = 12;

const yearOf = (month: string): string => month.slice(0, 4);

const monthOf = (day: string): string => day.slice(0, '2026-11'.length);

/** Names a period by the names of its months: one, or two whose year is said once if it is the same. */
const nameBy =
  (nameMonth: (month: string) => string) =>
  ({ from, to }: Period): string => {
    const [first, last] = [monthOf(from), monthOf(to)];
    const whole = `${nameMonth(last)} ${yearOf(last)}`;
    if (first === last) {
      return whole;
    }
    const isSameYear = yearOf(first) === yearOf(last);

    return `${nameMonth(first)}${isSameYear ? '' : ` ${yearOf(first)}`} and ${whole}`;
  };

/** 'October 2026', 'September and October 2026' or 'December 2026 and January 2027'. */
export const nameTaxPeriod = nameBy((month) => nameMonth(month).slice(0, -' 2026'.length));

/** 'Sep and Oct 2026', for a place without room. */
const nameShort = nameBy(nameMonthShort);

export interface ListedPeriod {
  /** Its last month. */
  period: string;
  name: string;
  isOver: boolean;
}

interface Reports {
  taxPeriod: TaxPeriod;
  registeredFrom: string | null;
  filed: readonly { period: string }[];
}

/** Lists the present tax period, those of a year or two before it, and what was filed, the newest first. */
export const listTaxPeriods = ({ taxPeriod, registeredFrom, filed }: Reports, now: Date): ListedPeriod[] => {
  const months = taxPeriod === 'monthly' ? 1 : 2;
  const ahead = endsTaxPeriod(monthAfter(now, 0), taxPeriod) ? 0 : 1;
  const offered = Array.from({ length: PERIODS_OFFERED }, (_, back) =>
    monthAfter(now, ahead - back * months),
  );
  const periods = new Set([...offered, ...filed.map(({ period }) => period)]);

  return [...periods]
    .sort()
    .reverse()
    .flatMap((period) => {
      const days = daysOfTaxPeriod(period, taxPeriod);
      const isOver = days.to < dayAfter(now, 0);
      const name = `${nameShort(days)}${isOver ? '' : ', not over'}`;

      return registeredFrom !== null && days.to < registeredFrom ? [] : [{ period, name, isOver }];
    });
};

/** True if only the closing of its months keeps a report from being filed. */
export const isFirstToClose = ({ filedAt, vatNumbers, vatNumber, isClosed }: VatReport): boolean =>
  filedAt === null && vatNumbers.includes(vatNumber) && !isClosed;

/** Why a report cannot be filed now; undefined if it can. */
export const whyNotFiled = (report: VatReport): string | undefined => {
  const { filedAt, vatNumbers, vatNumber } = report;
  if (filedAt !== null) {
    return 'This report is filed';
  }
  if (!vatNumbers.includes(vatNumber)) {
    return 'This VAT number was not in use in this period, so there is nothing to file.';
  }

  return isFirstToClose(report) ? 'Close each month of the period, then it can be filed.' : undefined;
};
