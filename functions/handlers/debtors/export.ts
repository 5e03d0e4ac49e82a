import { exportDebtors } from '#functions/domain/debtors/read-debtors.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { debtorStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors.export,
  { database: databaseWith(debtorStore, journalStore), mailSettings },
  ({ ports, user, query, now }) => exportDebtors(ports, user, query, now),
);
