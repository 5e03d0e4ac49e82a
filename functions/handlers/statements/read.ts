import { readStatement } from '#functions/domain/statements/read-statement.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { statementStore } from '#functions/runtime/ports/stores.ts';
import { statements } from '#shared/contract/statements.ts';

export const handler = endpoint(
  statements.read,
  { database: databaseWith(statementStore) },
  ({ ports, user, params, query, now }) =>
    readStatement(
      ports.database.statements,
      user,
      { ...query, userId: params.userId },
      'statements.read',
      now,
    ),
);
