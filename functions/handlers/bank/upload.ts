import { uploadBankFile } from '#functions/domain/bank/upload-bank-file.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore, bankMatchStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.upload,
  { database: databaseWith(bankFileStore, bankMatchStore, idempotencyStore), bankAccounts },
  ({ ports, user, body, once, now }) => uploadBankFile(ports, user, body, once, now),
);
