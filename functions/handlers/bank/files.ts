import { listBankFiles } from '#functions/domain/bank/read-bank-files.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.files,
  { database: databaseWith(bankFileStore), bankAccounts },
  ({ ports, user, query, now }) => listBankFiles(ports, user, query.page, now),
);
