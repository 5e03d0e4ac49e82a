import { readStatement } from '#functions/domain/ledger/read-statement.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { statementStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.statement,
  { database: databaseWith(statementStore) },
  ({ ports, user, params, query, now }) =>
    readStatement(
      ports.database.statements,
      user,
      { ...query, userId: params.userId },
      'ledger.statement',
      now,
    ),
);
