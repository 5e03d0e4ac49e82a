import { ignoreSameLines } from '#functions/domain/bank/ignore-same-lines.ts';
import { findBankFile } from '#functions/domain/bank/read-bank-files.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.same,
  { database: databaseWith(bankFileStore, idempotencyStore) },
  {
    write: ({ ports, user, params, now }) => ignoreSameLines(ports.database, user, params.id, now),
    answer: ({ ports, params, now }) => findBankFile(ports.database.bankFiles, params.id, now),
  },
);
