import { changeFirstDay } from '#functions/domain/bank/change-first-day.ts';
import { findBankFile } from '#functions/domain/bank/read-bank-files.ts';
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
  bank['change-first-day'],
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
    write: ({ ports, user, params, body, now }) =>
      changeFirstDay(ports.database, user, { fileId: params.id, bookFrom: body.bookFrom }, now),
    answer: ({ ports, params, now }) => findBankFile(ports.database.bankFiles, params.id, now),
  },
);
