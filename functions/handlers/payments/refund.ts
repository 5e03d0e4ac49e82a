import { recordRefund } from '#functions/domain/payments/change-credit.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments.refund,
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, params, body, now }) => recordRefund(ports.database, user, params.userId, body, now),
);
