import { reopenLine } from '#functions/domain/bank/reopen-line.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  bankLineStore,
  bankMatchStore,
  idempotencyStore,
  journalStore,
  ledgerStore,
} from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.reopen,
  {
    database: databaseWith(bankLineStore, bankMatchStore, idempotencyStore, journalStore, ledgerStore),
    mailSettings,
  },
  ({ ports, user, params, body, once, now }) =>
    reopenLine(ports, user, { lineId: params.id, reason: body.reason }, { once, now }),
);
