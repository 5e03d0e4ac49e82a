import { invoiceItem, takeBackWriteOff } from '#functions/domain/write-offs/write-off.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, invoiceStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { writeOffs } from '#shared/contract/write-offs.ts';

export const handler = endpoint(
  writeOffs['undo-invoice'],
  { database: databaseWith(idempotencyStore, invoiceStore, ledgerStore) },
  ({ ports, user, params, body, now }) =>
    takeBackWriteOff(ports.database, user, { item: invoiceItem(params.id), ...body }, now),
);
