import { listBankLines } from '#functions/domain/bank/read-bank-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.lines,
  { database: databaseWith(bankFileStore) },
  ({ ports, user, params, query, now }) =>
    listBankLines(ports.database.bankFiles, user, { ...query, fileId: params.id }, now),
);
