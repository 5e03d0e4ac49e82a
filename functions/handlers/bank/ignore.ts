import { ignoreLine } from '#functions/domain/bank/ignore-line.ts';
import { readLine } from '#functions/domain/bank/locked-line.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankLineStore, idempotencyStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';
import { dayAfter } from '#shared/dates.ts';

export const handler = endpoint(
  bank.ignore,
  { database: databaseWith(bankLineStore, idempotencyStore, journalStore) },
  {
    write: ({ ports, user, params, now }) => ignoreLine(ports.database, user, params.id, now),
    answer: ({ ports, params, now }) => readLine(ports.database.bankLines, params.id, dayAfter(now, 0)),
  },
);
