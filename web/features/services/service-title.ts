import type { Service } from '#shared/contract/services.ts';

/** A service, and a day that says what of it is meant. */
export interface ServiceDay {
  serviceId: number;
  day: string;
}

/** Returns the title that distinguishes this service from the client's others. */
export const serviceTitle = ({ serviceCategory, accountType }: Service) =>
  accountType ? `${serviceCategory} · ${accountType}` : serviceCategory;
