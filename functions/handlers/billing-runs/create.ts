import { draftRun } from '#functions/domain/billing-runs/draft-run.ts';
import { findLatestRun } from '#functions/domain/billing-runs/read-runs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import {
  billingDraftStore,
  billingRunStore,
  idempotencyStore,
  journalStore,
} from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.create,
  {
    database: databaseWith(billingDraftStore, billingRunStore, idempotencyStore, journalStore),
    supplier,
    vatSettings,
  },
  {
    write: async ({ ports, user, body, now }) => {
      await draftRun(ports, user, body, now);
    },
    answer: ({ ports, body, now }) => findLatestRun(ports, body.month, now),
  },
);
