import { listPayments } from '#functions/domain/payments/read-payments.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { paymentStore } from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments.list,
  { database: databaseWith(paymentStore) },
  ({ ports, user, params, query }) =>
    listPayments(ports.database.payments, user, { userId: params.userId, ...query }),
);
