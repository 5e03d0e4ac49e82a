import { DataApiError, readSqlFault, statementTimeout } from './errors.ts';
import type { DatabaseRole, SqlConnection, SqlServer } from './sql-server.ts';
import { keepTransactions, type TransactionLimits } from './transactions.ts';

export type DataApiLimits = TransactionLimits & { statementTimeoutSeconds: number };

/**
 * Words the database's faults as Aurora does, and fails a statement that ran too long even if it succeeded, because
 * PGlite cannot stop one.
 */
const guard = (connection: SqlConnection, timeoutSeconds: number): SqlConnection => ({
  ...connection,
  query: async (statement) => {
    const startedAt = performance.now();
    const result = await connection.query(statement).catch((error) => {
      throw readSqlFault(error) ?? error;
    });
    if (performance.now() - startedAt > timeoutSeconds * 1000) {
      throw statementTimeout();
    }

    return result;
  },
});

/** PostgreSQL itself would answer this COMMIT with a silent ROLLBACK. */
const abortedTransaction = () =>
  new DataApiError(
    'DatabaseErrorException',
    'ERROR: current transaction is aborted, commands ignored until end of transaction block; SQLState: 25P02',
  );

/** Finds the connection that a call runs on: its transaction's, or one for this call alone. */
export const makeSessions = (server: SqlServer, limits: DataApiLimits) => {
  const transactions = keepTransactions(limits, server.isContended);

  const connect = async (role: DatabaseRole, signal?: AbortSignal) => {
    const connection = await server.connect(role, limits.statementTimeoutSeconds).catch((error) => {
      throw new DataApiError('DatabaseUnavailableException', `The database is not available: ${error}`, 504);
    });
    // If the caller is gone, an open transaction would block others until its idle time is over.
    if (signal?.aborted) {
      await connection.release();
      throw new DataApiError('BadRequestException', 'The caller went away before the turn of the call.');
    }

    return guard(connection, limits.statementTimeoutSeconds);
  };

  return {
    use: async <Result>(
      role: DatabaseRole,
      transactionId: string | undefined,
      signal: AbortSignal,
      work: (connection: SqlConnection) => Promise<Result>,
    ) => {
      if (transactionId) {
        return transactions.use(transactionId, role, work);
      }

      const connection = await connect(role, signal);
      try {
        return await work(connection);
      } finally {
        await connection.release();
      }
    },

    begin: (role: DatabaseRole) =>
      transactions.add(role, async () => {
        const connection = await connect(role);
        await connection.query(BEGIN);

        return connection;
      }),

    commit: async (role: DatabaseRole, transactionId: string) => {
      const connection = transactions.remove(transactionId, role);
      if (!connection) {
        return;
      }
      try {
        if (connection.isInFailedTransaction()) {
          throw abortedTransaction();
        }
        await connection.query(COMMIT);
      } finally {
        await connection.release();
      }
    },

    rollback: (role: DatabaseRole, transactionId: string) =>
      transactions.remove(transactionId, role)?.release(),

    close: transactions.close,
  };
};

const BEGIN = { text: 'BEGIN', values: [], typeIds: [] };
const COMMIT = { text: 'COMMIT', values: [], typeIds: [] };
