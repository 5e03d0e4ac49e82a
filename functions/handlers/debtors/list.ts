import { listDebtors } from '#functions/domain/debtors/read-debtors.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { debtorStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors.list,
  { database: databaseWith(debtorStore), mailSettings },
  ({ ports, user, query, now }) => listDebtors(ports, user, query, now),
);
