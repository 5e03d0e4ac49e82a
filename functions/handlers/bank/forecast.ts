import { forecastBankLine } from '#functions/domain/bank/read-bank-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.forecast,
  { database: databaseWith(bankFileStore) },
  ({ ports, user, params, query }) =>
    forecastBankLine(ports.database.bankFiles, user, { lineId: params.id, userId: query.userId }),
);
