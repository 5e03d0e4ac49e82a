import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { dayAfter } from '#shared/dates.ts';
import type { DraftOrder } from './mutations.ts';

/** What makes a draft anew: its due date stays, unless it has passed. */
export const orderOf = ({ month, dueDate }: BillingRun, now: Date): DraftOrder => ({
  month,
  ...(dueDate >= dayAfter(now, 0) && { dueDate }),
});
