import { recordPayment } from '#functions/domain/payments/record-payment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments.record,
  { database: databaseWith(idempotencyStore, ledgerStore), mailSettings },
  ({ ports, user, params, body, now }) => recordPayment(ports, user, params.userId, body, now),
);
