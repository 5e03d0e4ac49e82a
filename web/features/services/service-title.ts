import type { Service } from '#shared/contract/services.ts';

/** A service that ended, and the first day that it no longer has. */
export interface Ended {
  serviceId: number;
  since: string;
}

/** Returns the title that distinguishes this service from the client's others. */
export const serviceTitle = ({ serviceCategory, accountType }: Service) =>
  accountType ? `${serviceCategory} · ${accountType}` : serviceCategory;
