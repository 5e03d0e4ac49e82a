import { listUnidentified } from '#functions/domain/bank/read-bank-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.unidentified,
  { database: databaseWith(bankFileStore) },
  ({ ports, user, query, now }) => listUnidentified(ports.database.bankFiles, user, query.page, now),
);
