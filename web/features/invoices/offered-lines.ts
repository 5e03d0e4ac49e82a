import type { Service } from '#shared/contract/services.ts';
import { formatMonth } from '#shared/dates.ts';

export interface OfferedLine {
  id: number;
  description: string;
  /** In rand, VAT included. */
  amount: number;
}

/** Returns a line for each active service with a price, for the current month in Johannesburg. */
export const offerLines = (services: readonly Service[], now: Date): OfferedLine[] =>
  services
    .filter(({ status, pricePerMonth }) => status === 'active' && pricePerMonth > 0)
    .map(({ id, accountType, serviceCategory, pricePerMonth }) => ({
      id,
      description: `${accountType ?? serviceCategory}, ${formatMonth(now)}`,
      amount: pricePerMonth,
    }));
