import { findBillingRun } from '#functions/domain/billing-runs/read-runs.ts';
import { cancelRun } from '#functions/domain/billing-runs/steer-run.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingDraftStore, billingRunStore, billingWorkStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.cancel,
  { database: databaseWith(billingDraftStore, billingRunStore, billingWorkStore), vatSettings },
  async ({ ports, user, params, now }) => {
    await cancelRun(ports.database, user, params.id, now);

    return findBillingRun(ports, params.id, now);
  },
);
