import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Has the tables of the portal. Nothing may be connected to it while it is copied. */
export const TEMPLATE_DATABASE = 'portal_template';

/** Returns the address of another database on the same server. */
export const databaseUrl = (connectionString: string, database: string): string =>
  connectionString.replace(/\/postgres$/, `/${database}`);

const runAsSuperuser = async (connectionString: string, statement: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
};

export const makeDatabase = (connectionString: string, name: string): Promise<void> =>
  runAsSuperuser(connectionString, `CREATE DATABASE ${name}`);

/** Copies the template for one portal, whose sessions use the settings in `limits` in place of those of the role. */
export const copyTemplate = async (connectionString: string, limits: Record<string, string> = {}) => {
  const name = `portal_${randomUUID().replaceAll('-', '')}`;
  await runAsSuperuser(connectionString, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  for (const [limit, value] of Object.entries(limits)) {
    await runAsSuperuser(
      connectionString,
      `ALTER ROLE portal_app IN DATABASE ${name} SET ${limit} = '${value}'`,
    );
  }

  return {
    url: databaseUrl(connectionString, name),
    drop: () => runAsSuperuser(connectionString, `DROP DATABASE ${name} WITH (FORCE)`),
  };
};

/** Copies a database as it is now; `putBack` replaces the database by the copy. Both end its connections. */
export const copyDatabase = async (connectionString: string, url: string) => {
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_${randomUUID().slice(0, 8)}`;
  const run = (statement: string) => runAsSuperuser(connectionString, statement);
  await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  await run(`CREATE DATABASE ${copy} TEMPLATE ${name}`);

  return {
    putBack: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await run(`ALTER DATABASE ${copy} RENAME TO ${name}`);
    },
  };
};

/**
 * Migrates one database of a server at a time. A migration sets the password of the application's role, which all
 * databases of the server share, and PostgreSQL refuses to change a role twice at the same time (SQLSTATE XX000).
 */
export const migrateInTurn = async <Migrated>(
  connectionString: string,
  migrate: () => Promise<Migrated>,
): Promise<Migrated> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');

    return await migrate();
  } finally {
    await client.end();
  }
};
