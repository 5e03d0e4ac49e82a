import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';

/** Users of the database: one owns the schema and runs migrations, one only reads, all other Lambdas use the third. */
const DATABASE_ROLES = ['portal_owner', 'portal_app', 'portal_reader'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

export const isDatabaseRole = (name: string | undefined): name is DatabaseRole =>
  DATABASE_ROLES.some((role) => role === name);

/** Values in PostgreSQL's text form; `typeIds` holds the type to which each is bound (0 lets PostgreSQL choose). */
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

/** Rows in PostgreSQL's text form. For a statement without columns, `rowCount` is the number of changed rows. */
export interface SqlResult {
  columns: SqlColumn[];
  rows: (string | null)[][];
  rowCount: number;
}

export interface SqlConnection {
  query(statement: SqlStatement): Promise<SqlResult>;
  isInFailedTransaction(): boolean;
  /** Rolls back an open transaction and lets the next caller in, who sees no setting of this one. */
  release(): Promise<void>;
}

/**
 * node-postgres uses `types` for two purposes: it gets the parser of each column from it, here none, and it sends it as
 * the parameters' types if it is a list.
 */
const asBoundTypes = (typeIds: number[]) => Object.assign([...typeIds], { getTypeParser: () => String });

/**
 * Applies the settings of its role to a session, as a real sign-in does: those of its database after those of all. The
 * Data API itself limits the time of statements.
 */
const applyRoleSettings = (role: DatabaseRole) => `
    SELECT set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), false)
    FROM (
      SELECT unnest(setconfig) AS setting
      FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole
      WHERE rolname = '${role}'
        AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      ORDER BY setdatabase
    ) AS settings
    WHERE setting NOT LIKE 'statement_timeout=%'`;

/** Statements that leave the session as it was. After any other, it may answer the next caller differently. */
const KEEPS_SESSION = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'BEGIN', 'COMMIT', 'ROLLBACK']);

/** How each pooled session was started. Most calls find one that was started for the same role, and start none. */
const startedAs = new WeakMap<pg.PoolClient, string>();

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
      client.release();
    } catch {
      client.release(true);
    }
  };

  // Not SET ROLE: as a separate session user, portal_app cannot become portal_owner, as after a real sign-in.
  const startSession = `
    SET SESSION AUTHORIZATION ${role};
    SET statement_timeout = ${timeoutSeconds * 1000};
    SET TIME ZONE 'UTC';
    ${afterSignIn}`;
  if (startedAs.get(client) !== startSession) {
    try {
      await client.query('DISCARD ALL');
      await client.query(startSession);
      startedAs.set(client, startSession);
    } catch (error) {
      startedAs.delete(client);
      await release();
      throw error;
    }
  }

  return {
    query: async ({ text, values, typeIds }) => {
      const types = asBoundTypes(typeIds);
      const asked = client.query<(string | null)[]>({ text, values, rowMode: 'array', types });
      // The cause of the session's end, for example a transaction that idled too long, says more than the fact that it
      // has ended.
      const result = await asked.catch((error) => {
        throw lost ?? error;
      });
      if (!KEEPS_SESSION.has(result.command)) {
        startedAs.delete(client);
      }

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

/** The PostgreSQL behind the Data API. */
export interface SqlServer {
  /** Waits for a connection that no other caller uses, which runs as `role` until it is released. */
  connect(role: DatabaseRole, statementTimeoutSeconds: number): Promise<SqlConnection>;
  /**
   * True if somebody waits for the only connection while another caller holds it; never true if each caller has a
   * connection.
   */
  isContended(): boolean;
  close(): Promise<void>;
}

/**
 * Does the one-time work of a cluster's administrator: creates the two users and the schema's owner. The migrations
 * create the tables.
 */
const prepareDatabase = async (pool: pg.Pool) => {
  const createRole = (role: DatabaseRole) => `
    BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;`;

  await pool.query(`
    DO $$ BEGIN
      ${DATABASE_ROLES.map(createRole).join('')}
      EXECUTE format('ALTER DATABASE %I OWNER TO portal_owner', current_database());
    END $$;
    ALTER ROLE portal_owner CREATEROLE;
    GRANT portal_app, portal_reader TO portal_owner WITH ADMIN TRUE, INHERIT FALSE, SET FALSE;
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gist;
    ALTER SCHEMA public OWNER TO portal_owner;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;`);
};

/**
 * Opens the embedded PostgreSQL, in memory or in a folder. It has one connection, and a folder must be open only once
 * at a time: PGlite does not notice a second opening and loses rows. It has no time limits for running or idle
 * statements.
 */
export const openPglite = async ({ dataDir }: { dataDir?: string } = {}): Promise<SqlServer> => {
  const database = await PGlite.create({ ...(dataDir && { dataDir }), extensions: { btree_gist, pg_trgm } });
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
 * Opens a database of a real PostgreSQL server. The user in `connectionString` must be a superuser. `prepare` does the
 * work of the cluster's administrator; an empty one leaves the database as Aurora leaves it.
 */
export const openPostgres = async (
  connectionString: string,
  prepare: (pool: pg.Pool) => Promise<unknown> = prepareDatabase,
): Promise<SqlServer> => {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS_MAX });
  // The pool itself drops a broken idle connection; without a listener the process would end.
  pool.on('error', () => {});
  // Nor must the process end when the server ends a connection that a caller holds.
  pool.on('connect', (client) => client.on('error', () => {}));
  await prepare(pool);

  return {
    connect: (role, timeoutSeconds) => connect(pool, role, timeoutSeconds, applyRoleSettings(role)),
    isContended: () => false,
    close: () => pool.end(),
  };
};
