import { readStatement, writeStatementFile } from '#functions/domain/ledger/read-statement.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { statementStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['export-statement'],
  { database: databaseWith(statementStore) },
  async ({ ports, user, params, query: { for: form, ...period }, now }) =>
    writeStatementFile(
      await readStatement(
        ports.database.statements,
        user,
        { ...period, userId: params.userId },
        'ledger.export-statement',
        now,
      ),
      form,
    ),
);
