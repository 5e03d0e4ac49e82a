import { exportRunLines } from '#functions/domain/billing-runs/export-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingRunStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.export,
  { database: databaseWith(billingRunStore, journalStore) },
  ({ ports, user, params, query, now }) =>
    exportRunLines(ports.database, user, { runId: params.id, ...query }, now),
);
