import type { LineItem } from '#shared/contract/invoices.ts';
import type { BilledService } from '#shared/contract/services.ts';
import { formatDay } from '#shared/dates.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';

type Days = Pick<LineItem, 'serviceId' | 'from' | 'to'>;

/** Returns what an invoice bills of the days of a line: the oldest first. */
export const billedOf = (
  { serviceId, from = '', to = '' }: Days,
  billed: readonly BilledService[],
): BilledService[] =>
  from === '' ? [] : billed.filter((row) => row.serviceId === serviceId && row.from <= to && from <= row.to);

/** Names 'November 2026', or '5 Nov to 20 Nov' for days that are no whole month. */
const nameDays = (from: string, to: string, now: Date): string => {
  const month = from.slice(0, 7);
  const whole = daysOfMonth(month);

  return from === whole.from && to === whole.to
    ? nameMonth(month)
    : `${formatDay(from, now)} to ${formatDay(to, now)}`;
};

/** Says 'November 2026 is on', before the numbers of the invoices. */
export const sayIsOn = ({ from = '', to = '' }: Days, now: Date): string =>
  `${nameDays(from, to, now)} is on`;

/** Says 'November 2026 is on INV-2026-000029'; without a number, for a line above on the same invoice. */
export const sayBilled = (days: Days, invoiceNumber: string | null, now: Date): string =>
  `${sayIsOn(days, now)} ${invoiceNumber ?? 'this invoice'}`;
