import { findBillingRun } from '#functions/domain/billing-runs/read-runs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingRunStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.read,
  { database: databaseWith(billingRunStore), vatSettings },
  ({ ports, params, now }) => findBillingRun(ports, params.id, now),
);
