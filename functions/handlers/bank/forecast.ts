import { forecastBankLine } from '#functions/domain/bank/read-bank-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore, bankLineStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.forecast,
  { database: databaseWith(bankFileStore, bankLineStore) },
  ({ ports, user, params, query }) => forecastBankLine(ports.database, user, { ...query, lineId: params.id }),
);
