import pg from 'pg';
import { openPostgres } from '#local/data-api/sql-server.ts';

const databaseUrl = (connectionString: string, database: string): string =>
  connectionString.replace(/\/postgres$/, `/${database}`);

/** Opens a database as it stands. */
export const openPrepared = (connectionString: string, database: string) =>
  openPostgres(databaseUrl(connectionString, database), async () => undefined);

const runAsSuperuser = async (connectionString: string, statements: readonly string[]) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** A new database as Aurora leaves it: its owner is no superuser, and the application has no role yet. */
export const makeDatabaseAsAurora = (connectionString: string, name: string): Promise<void> =>
  runAsSuperuser(connectionString, [
    'CREATE ROLE portal_owner LOGIN CREATEROLE CREATEDB',
    `CREATE DATABASE ${name} OWNER portal_owner`,
  ]);

export const copyDatabase = (connectionString: string, from: string, name: string): Promise<void> =>
  runAsSuperuser(connectionString, [`CREATE DATABASE ${name} TEMPLATE ${from} OWNER portal_owner`]);

export const endIdleTransactions = async (connectionString: string, name: string): Promise<number> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and state in ('idle in transaction', 'idle in transaction (aborted)')`,
    [name],
  );
  await client.end();

  return rowCount ?? 0;
};
