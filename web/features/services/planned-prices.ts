import type { Service } from '#shared/contract/services.ts';

/** Returns the prices from a day after today on. */
export const plannedPrices = ({ prices }: Pick<Service, 'prices'>, today: string): Service['prices'] =>
  prices.filter(({ from }) => from > today);
