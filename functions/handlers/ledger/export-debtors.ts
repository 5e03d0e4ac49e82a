import { exportDebtors } from '#functions/domain/ledger/read-debtors.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { debtorStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['export-debtors'],
  { database: databaseWith(debtorStore, journalStore), mailSettings },
  ({ ports, user, query, now }) => exportDebtors(ports, user, query, now),
);
