import { reversePayment } from '#functions/domain/ledger/reverse-payment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore, paymentStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.reverse,
  { database: databaseWith(idempotencyStore, ledgerStore, paymentStore) },
  ({ ports, user, params, body, now }) =>
    reversePayment(ports.database, user, { paymentId: params.id, ...body }, now),
);
