import { dayAfter } from '#shared/dates.ts';

/** Today in Johannesburg. */
export const today = (): string => dayAfter(new Date(), 0);
