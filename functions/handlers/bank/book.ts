import { bookLine } from '#functions/domain/bank/book-line.ts';
import { readLine } from '#functions/domain/bank/locked-line.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  bankLineStore,
  idempotencyStore,
  journalStore,
  ledgerStore,
} from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';
import { dayAfter } from '#shared/dates.ts';

export const handler = endpoint(
  bank.book,
  { database: databaseWith(bankLineStore, idempotencyStore, journalStore, ledgerStore), mailSettings },
  {
    write: ({ ports, user, params, body, now }) =>
      bookLine({ ...ports, admin: user, lineId: params.id, now }, body),
    answer: ({ ports, params, now }) => readLine(ports.database.bankLines, params.id, dayAfter(now, 0)),
  },
);
