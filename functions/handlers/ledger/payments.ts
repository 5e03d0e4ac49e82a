import { listPayments } from '#functions/domain/ledger/read-payments.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { paymentStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.payments,
  { database: databaseWith(paymentStore) },
  ({ ports, user, params, query }) =>
    listPayments(ports.database.payments, user, { userId: params.userId, ...query }),
);
