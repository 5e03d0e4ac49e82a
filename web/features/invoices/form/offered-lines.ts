import type { Service } from '#shared/contract/services.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';

export interface OfferedLine {
  serviceId: number;
  description: string;
  /** In rand, VAT included. */
  amount: number;
  /** The first and the last day of the month. */
  from: string;
  to: string;
}

/** Returns a line for each active service with a price, for a month such as '2026-11'. */
export const offerLines = (services: readonly Service[], month: string): OfferedLine[] =>
  services
    .filter(({ status, pricePerMonth }) => status === 'active' && pricePerMonth > 0)
    .map(({ id, accountType, serviceCategory, pricePerMonth }) => ({
      serviceId: id,
      description: `${accountType ?? serviceCategory}, ${nameMonth(month)}`,
      amount: pricePerMonth,
      ...daysOfMonth(month),
    }));
