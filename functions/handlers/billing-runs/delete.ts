import { deleteDraft } from '#functions/domain/billing-runs/draft-run.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingDraftStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.delete,
  { database: databaseWith(billingDraftStore, journalStore) },
  ({ ports, user, params }) => deleteDraft(ports.database, user, params.id),
);
