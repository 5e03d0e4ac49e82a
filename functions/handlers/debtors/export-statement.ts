import { readStatement, writeStatementFile } from '#functions/domain/debtors/read-statement.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { statementStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors['export-statement'],
  { database: databaseWith(statementStore) },
  async ({ ports, user, params, query: { for: form, ...period }, now }) =>
    writeStatementFile(
      await readStatement(
        ports.database.statements,
        user,
        { ...period, userId: params.userId },
        'debtors.export-statement',
        now,
      ),
      form,
    ),
);
