import { readStatement } from '#functions/domain/debtors/read-statement.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { statementStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors.statement,
  { database: databaseWith(statementStore) },
  ({ ports, user, params, query, now }) =>
    readStatement(
      ports.database.statements,
      user,
      { ...query, userId: params.userId },
      'debtors.statement',
      now,
    ),
);
