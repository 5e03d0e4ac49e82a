import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';

/** The users of the database: one owns the schema and runs migrations, the other serves every Lambda. */
const DATABASE_ROLES = ['portal_owner', 'portal_app'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

export const isDatabaseRole = (name: string | undefined): name is DatabaseRole =>
  DATABASE_ROLES.some((role) => role === name);

/** Values in PostgreSQL's text form; `typeIds` says what each is bound as (0 leaves it to PostgreSQL). */
export interface SqlStatement {
  text: string;
  values: (string | null)[];
  typeIds: number[];
}

/** `tableId` is 0 for an expression. */
export interface SqlColumn {
  name: string;
  typeId: number;
  tableId: number;
  columnNumber: number;
}

/** Rows in PostgreSQL's text form. A statement without columns answers in `rowCount` how many rows it changed. */
export interface SqlResult {
  columns: SqlColumn[];
  rows: (string | null)[][];
  rowCount: number;
}

export interface SqlConnection {
  query(statement: SqlStatement): Promise<SqlResult>;
  isInFailedTransaction(): boolean;
  /** Rolls back what is open, forgets the session's settings and lets the next caller in. */
  release(): Promise<void>;
}

/**
 * node-postgres takes `types` for two things: it asks it for the parser of each column, here none, and sends it as the
 * parameters' types if it is a list.
 */
const asBoundTypes = (typeIds: number[]) => Object.assign([...typeIds], { getTypeParser: () => String });

/** Holds a session to the settings of its role, as a real sign-in does. The Data API has a time for statements itself. */
const applyRoleSettings = (role: DatabaseRole) => `
    SELECT set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), false)
    FROM pg_roles, unnest(rolconfig) AS setting
    WHERE rolname = '${role}' AND setting NOT LIKE 'statement_timeout=%'`;

const connect = async (
  pool: pg.Pool,
  role: DatabaseRole,
  timeoutSeconds: number,
  afterSignIn = '',
): Promise<SqlConnection> => {
  const client = await pool.connect();
  let lost: Error | undefined;
  const noteLoss = (error: Error) => {
    lost ??= error;
  };
  client.on('error', noteLoss);

  const release = async () => {
    client.off('error', noteLoss);
    try {
      if (client.getTransactionStatus() !== 'I') {
        await client.query('ROLLBACK');
      }
      await client.query('DISCARD ALL');
      client.release();
    } catch {
      client.release(true);
    }
  };

  // Not SET ROLE: as a user of its own, portal_app can no more become portal_owner than after a real sign-in.
  const startSession = `
    SET SESSION AUTHORIZATION ${role};
    SET statement_timeout = ${timeoutSeconds * 1000};
    SET TIME ZONE 'UTC';
    ${afterSignIn}`;
  await client.query(startSession).catch(async (error) => {
    await release();
    throw error;
  });

  return {
    query: async ({ text, values, typeIds }) => {
      const types = asBoundTypes(typeIds);
      const asked = client.query<(string | null)[]>({ text, values, rowMode: 'array', types });
      // What ended the session, such as a transaction that idled too long, tells more than that it has ended.
      const result = await asked.catch((error) => {
        throw lost ?? error;
      });

      return {
        columns: result.fields.map((field) => ({
          name: field.name,
          typeId: field.dataTypeID,
          tableId: field.tableID,
          columnNumber: field.columnID,
        })),
        rows: result.rows,
        rowCount: result.rowCount ?? 0,
      };
    },
    isInFailedTransaction: () => client.getTransactionStatus() === 'E',
    release,
  };
};

/** A PostgreSQL that the Data API sits on. */
export interface SqlServer {
  /** Waits for a connection of the caller's own, which runs as `role` until it is released. */
  connect(role: DatabaseRole, statementTimeoutSeconds: number): Promise<SqlConnection>;
  /** Whether somebody waits for the one connection that another holds; never so with a connection each. */
  isContended(): boolean;
  close(): Promise<void>;
}

/** What a cluster's administrator does once: the two users and the schema's owner. Tables come with the migrations. */
const prepareDatabase = async (pool: pg.Pool) => {
  const createRole = (role: DatabaseRole) => `
    BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;`;

  await pool.query(`
    DO $$ BEGIN
      ${DATABASE_ROLES.map(createRole).join('')}
      EXECUTE format('ALTER DATABASE %I OWNER TO portal_owner', current_database());
    END $$;
    ALTER ROLE portal_owner CREATEROLE;
    GRANT portal_app TO portal_owner WITH ADMIN TRUE, INHERIT FALSE, SET FALSE;
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    ALTER SCHEMA public OWNER TO portal_owner;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;`);
};

/**
 * Opens the embedded PostgreSQL, in memory or in a folder. It has one connection, and a folder must be opened only
 * once at a time: a second opening is not noticed and loses rows. It has no clock for what runs or idles too long.
 */
export const openPglite = async ({ dataDir }: { dataDir?: string } = {}): Promise<SqlServer> => {
  const database = await PGlite.create({ ...(dataDir && { dataDir }), extensions: { pg_trgm } });
  const pool = new pg.Pool({ ...createPgConfig(database), max: 1, idleTimeoutMillis: 0 });
  await prepareDatabase(pool);

  return {
    connect: (role, timeoutSeconds) => connect(pool, role, timeoutSeconds),
    isContended: () => pool.waitingCount > 0,
    close: async () => {
      await pool.end();
      await database.close();
    },
  };
};

const CONNECTIONS_MAX = 50;

/**
 * Opens a database of a real PostgreSQL server. The user in `connectionString` must be a superuser. What Aurora does not
 * prepare is left out where `prepare` says so.
 */
export const openPostgres = async (
  connectionString: string,
  prepare: (pool: pg.Pool) => Promise<unknown> = prepareDatabase,
): Promise<SqlServer> => {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS_MAX });
  // The pool itself drops an idle connection that broke; without a listener the process would end.
  pool.on('error', () => {});
  // The same for one that a caller holds when the server ends it.
  pool.on('connect', (client) => client.on('error', () => {}));
  await prepare(pool);

  return {
    connect: (role, timeoutSeconds) => connect(pool, role, timeoutSeconds, applyRoleSettings(role)),
    isContended: () => false,
    close: () => pool.end(),
  };
};
