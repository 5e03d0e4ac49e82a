import { findBillingRun } from '#functions/domain/billing-runs/read-runs.ts';
import { queueNextRun } from '#functions/domain/billing-runs/run-queue.ts';
import { continueRun } from '#functions/domain/billing-runs/steer-run.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import {
  billingDraftStore,
  billingRunStore,
  billingWorkStore,
  jobStore,
} from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.continue,
  {
    database: databaseWith(billingDraftStore, billingRunStore, billingWorkStore, jobStore),
    vatSettings,
    billingRunQueue: jobSender('billing-run'),
  },
  async ({ ports, user, params, now }) => {
    await continueRun(ports.database, user, params.id, now);

    return findBillingRun(ports, params.id, now);
  },
  ({ ports, now }) => queueNextRun(ports, now),
);
