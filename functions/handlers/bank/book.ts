import { bookLine } from '#functions/domain/bank/book-line.ts';
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

export const handler = endpoint(
  bank.book,
  { database: databaseWith(bankLineStore, idempotencyStore, journalStore, ledgerStore), mailSettings },
  ({ ports, user, params, body, once, now }) =>
    bookLine(ports, user, { lineId: params.id, order: body }, { once, now }),
);
