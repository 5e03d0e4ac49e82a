import { decideLines } from '#functions/domain/billing-runs/draft-run.ts';
import { findBillingRun } from '#functions/domain/billing-runs/read-runs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingDraftStore, billingRunStore } from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.exclude,
  { database: databaseWith(billingDraftStore, billingRunStore), supplier, vatSettings },
  async ({ ports, user, params, body, now }) => {
    await decideLines(ports, user, { runId: params.id, ...body }, now);

    return findBillingRun(ports, params.id, now);
  },
);
