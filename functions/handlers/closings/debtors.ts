import { listClosedDebtors } from '#functions/domain/closings/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore } from '#functions/runtime/ports/stores.ts';
import { closings } from '#shared/contract/closings.ts';

export const handler = endpoint(
  closings.debtors,
  { database: databaseWith(closingStore) },
  ({ ports, user, query, now }) => listClosedDebtors(ports.database.closings, user, query, now),
);
