import { summarizeBankFile } from '#functions/domain/bank/read-bank-files.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankSummaryStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.summary,
  { database: databaseWith(bankSummaryStore) },
  ({ ports, params, now }) => summarizeBankFile(ports.database.bankSummaries, params.id, now),
);
