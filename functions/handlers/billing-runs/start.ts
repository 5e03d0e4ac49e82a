import { findBillingRun } from '#functions/domain/billing-runs/read-runs.ts';
import { queueNextRun } from '#functions/domain/billing-runs/run-queue.ts';
import { startRun } from '#functions/domain/billing-runs/start-run.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import {
  billingDraftStore,
  billingRunStore,
  billingWorkStore,
  idempotencyStore,
  jobStore,
} from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.start,
  {
    database: databaseWith(billingDraftStore, billingRunStore, billingWorkStore, idempotencyStore, jobStore),
    supplier,
    vatSettings,
    billingRunQueue: jobSender('billing-run'),
  },
  {
    write: ({ ports, user, params, body, now }) => startRun(ports, user, { runId: params.id, ...body }, now),
    answer: ({ ports, params, now }) => findBillingRun(ports, params.id, now),
  },
  ({ ports, now }) => queueNextRun(ports, now),
);
