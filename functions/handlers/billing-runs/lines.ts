import { listRunLines } from '#functions/domain/billing-runs/read-runs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingRunStore } from '#functions/runtime/ports/stores.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.lines,
  { database: databaseWith(billingRunStore) },
  ({ ports, user, params, query, now }) =>
    listRunLines(ports.database.billingRuns, user, { runId: params.id, ...query }, now),
);
