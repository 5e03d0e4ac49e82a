import { recordPayment } from '#functions/domain/ledger/record-payment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.record,
  { database: databaseWith(idempotencyStore, ledgerStore), mailSettings },
  ({ ports, user, params, body, now }) => recordPayment(ports, user, params.userId, body, now),
);
