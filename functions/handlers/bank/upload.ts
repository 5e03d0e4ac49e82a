import { uploadBankFile } from '#functions/domain/bank/upload-bank-file.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore, bankMatchStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.upload,
  { database: databaseWith(bankFileStore, bankMatchStore, idempotencyStore), bankAccounts },
  async ({ ports, user, body, once, now, note }) => {
    const file = await uploadBankFile(ports, user, body, { once, now });
    note({ bankFile: { id: file.id, from: file.from, to: file.to } });

    return file;
  },
);
