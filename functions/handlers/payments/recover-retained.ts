import { recoverRetained } from '#functions/domain/payments/money-for-retained-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { payments } from '#shared/contract/payments.ts';

export const handler = endpoint(
  payments['recover-retained'],
  { database: databaseWith(idempotencyStore, ledgerStore) },
  async ({ ports, user, body, now, note }) => {
    const recovered = await recoverRetained(ports.database, user, body, now);
    note({ retainedInvoice: recovered.invoiceNumber });

    return recovered;
  },
);
