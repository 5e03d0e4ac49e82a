import { takeFileBack } from '#functions/domain/bank/take-back-file.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import {
  bankFileChangeStore,
  bankFileStore,
  bankMatchStore,
  bankOrderStore,
  idempotencyStore,
} from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank['take-back'],
  {
    database: databaseWith(
      bankFileChangeStore,
      bankFileStore,
      bankMatchStore,
      bankOrderStore,
      idempotencyStore,
    ),
  },
  {
    write: ({ ports, user, params, now }) => takeFileBack(ports.database, user, params.id, now),
    answer: async () => undefined,
  },
);
