import { readCounts } from '#functions/domain/figures/read-figures.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { figureStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { figures } from '#shared/contract/figures.ts';

export const handler = endpoint(
  figures.counts,
  { database: databaseWith(figureStore), supportSettings, bankAccounts },
  ({ ports, now }) => readCounts(ports, now),
);
