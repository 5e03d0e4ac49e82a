import { reversePayment } from '#functions/domain/payments/reverse-payment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore, paymentStore } from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments.reverse,
  { database: databaseWith(idempotencyStore, ledgerStore, paymentStore) },
  ({ ports, user, params, body, now }) =>
    reversePayment(ports.database, user, { paymentId: params.id, ...body }, now),
);
