import { readLine } from '#functions/domain/bank/locked-line.ts';
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
import { dayAfter } from '#shared/dates.ts';

export const handler = endpoint(
  bank.reopen,
  {
    database: databaseWith(bankLineStore, bankMatchStore, idempotencyStore, journalStore, ledgerStore),
    mailSettings,
  },
  {
    write: ({ ports, user, params, body, now }) =>
      reopenLine({ ...ports, admin: user, lineId: params.id, reason: body.reason, now }),
    answer: ({ ports, params, now }) => readLine(ports.database.bankLines, params.id, dayAfter(now, 0)),
  },
);
