import { previewBankFile } from '#functions/domain/bank/reading/preview-bank-file.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.preview,
  { database: databaseWith(bankFileStore), bankAccounts },
  ({ ports, body, now }) => previewBankFile(ports, body, now),
);
