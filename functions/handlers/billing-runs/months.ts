import { listBillingMonths } from '#functions/domain/billing-runs/read-runs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billingRunStore } from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { billingRuns } from '#shared/contract/billing-runs.ts';

export const handler = endpoint(
  billingRuns.months,
  { database: databaseWith(billingRunStore), supplier },
  ({ ports, now }) => listBillingMonths(ports.database.billingRuns, ports.supplier, now),
);
