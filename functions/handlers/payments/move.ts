import { movePayment } from '#functions/domain/payments/move-payment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  bankLineStore,
  idempotencyStore,
  ledgerStore,
  paymentStore,
} from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments.move,
  { database: databaseWith(bankLineStore, idempotencyStore, ledgerStore, paymentStore), mailSettings },
  ({ ports, user, params, body, now, note }) => {
    note({ clients: [body.userId] });

    return movePayment(ports, user, { paymentId: params.id, ...body }, now);
  },
);
