import pg from 'pg';
import { openPostgres } from '#local/data-api/sql-server.ts';

const DATABASE = 'portal';

const runAsSuperuser = async (connectionString: string, run: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await run(client);
  await client.end();
};

/** Opens a new database like one of Aurora: its owner is no superuser, and the application has no role yet. */
export const openDatabaseAsAurora = async (connectionString: string) => {
  await runAsSuperuser(connectionString, async (client) => {
    await client.query('CREATE ROLE portal_owner LOGIN CREATEROLE CREATEDB');
    await client.query(`CREATE DATABASE ${DATABASE} OWNER portal_owner`);
  });

  return openPostgres(connectionString.replace(/\/postgres$/, `/${DATABASE}`), async () => undefined);
};

/** Ends idle transactions and returns their number. */
export const endIdleTransactions = async (connectionString: string): Promise<number> => {
  let ended = 0;
  await runAsSuperuser(connectionString, async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and state in ('idle in transaction', 'idle in transaction (aborted)')`,
      [DATABASE],
    );
    ended = rowCount ?? 0;
  });

  return ended;
};
