import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataApiError } from './errors.ts';
import type { DatabaseRole, SqlConnection, SqlServer } from './sql-server.ts';

export interface TransactionLimits {
  /** Idle time after which a transaction is rolled back. */
  idleSeconds: number;
  /** Used in place of `idleSeconds` while others wait for the only connection, which the transaction holds. */
  contendedIdleSeconds: number;
  lifetimeSeconds: number;
}

interface Transaction {
  role: DatabaseRole;
  open(): Promise<SqlConnection>;
  connection: SqlConnection | undefined;
  startedAt: number;
  idleSweeps: number;
  isBusy: boolean;
}

/**
 * Idle time is counted in sweeps and not by the clock: after this process was busy for any time, it makes only one
 * sweep, and a call that waited to be read meanwhile is processed before the next sweep.
 */
const SWEEP_MS = 100;

/** PGlite blocks the process while it works, so calls sent together would arrive one after the other. */
const OVERLAP_MS = 1;

const secondsSince = (moment: number) => (performance.now() - moment) / 1000;

/**
 * Keeps the open transactions, each with a separate connection, and ends unused ones. A transaction takes its connection
 * at its first statement: until then nothing has happened in it, and it keeps no caller from the only connection.
 */
export const keepTransactions = (limits: TransactionLimits, isContended: SqlServer['isContended']) => {
  const transactions = new Map<string, Transaction>();

  const take = (id: string, role: DatabaseRole) => {
    const transaction = transactions.get(id);
    if (transaction?.role !== role) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`, 404);
    }
    if (transaction.isBusy) {
      throw new DataApiError('DatabaseErrorException', 'Transaction is still running a query');
    }

    return transaction;
  };

  const isOverdue = ({ idleSweeps, startedAt }: Transaction) => {
    const idleSeconds = isContended() ? limits.contendedIdleSeconds : limits.idleSeconds;

    return (idleSweeps * SWEEP_MS) / 1000 > idleSeconds || secondsSince(startedAt) > limits.lifetimeSeconds;
  };

  const sweep = setInterval(() => {
    for (const [id, transaction] of transactions) {
      if (transaction.isBusy) {
        continue;
      }
      transaction.idleSweeps += 1;
      if (!isOverdue(transaction)) {
        continue;
      }
      transactions.delete(id);
      void transaction.connection?.release();
    }
  }, SWEEP_MS);
  sweep.unref();

  return {
    /** Returns the id of a new transaction; `open` returns a connection on which BEGIN was run. */
    add: (role: DatabaseRole, open: () => Promise<SqlConnection>) => {
      const id = randomBytes(96).toString('base64');
      const startedAt = performance.now();
      transactions.set(id, { role, open, connection: undefined, startedAt, idleSweeps: 0, isBusy: false });

      return id;
    },
    /** Runs `work` inside the transaction; a second call for it meanwhile is refused, as Aurora does. */
    use: async <Result>(
      id: string,
      role: DatabaseRole,
      work: (connection: SqlConnection) => Promise<Result>,
    ) => {
      const transaction = take(id, role);
      transaction.isBusy = true;
      try {
        await sleep(OVERLAP_MS);
        transaction.connection ??= await transaction.open();

        return await work(transaction.connection);
      } finally {
        transaction.isBusy = false;
        transaction.idleSweeps = 0;
      }
    },
    /** Forgets the transaction; the caller ends it and releases its connection, if it has one. */
    remove: (id: string, role: DatabaseRole) => {
      const { connection } = take(id, role);
      transactions.delete(id);

      return connection;
    },
    close: async () => {
      clearInterval(sweep);
      await Promise.all([...transactions.values()].map(({ connection }) => connection?.release()));
      transactions.clear();
    },
  };
};
