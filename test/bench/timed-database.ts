import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import * as z from 'zod';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { makeDatabase } from '#functions/adapters/database/sql-database.ts';
import type { Database } from '#functions/ports/database/database.ts';
import * as stores from '#functions/runtime/ports/stores.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openPostgres, type SqlServer, type SqlStatement } from '#local/data-api/sql-server.ts';
import { connectToDataApi, madeUpLogins, roleInSecretArn } from '#test/support/database/data-api-client.ts';

interface TimedStatement extends SqlStatement {
  ms: number;
}

/** Notes each statement with the time from sending it to its last row. */
const noteStatements = (server: SqlServer, notes: TimedStatement[]): SqlServer => ({
  ...server,
  connect: async (...options) => {
    const connection = await server.connect(...options);

    return {
      ...connection,
      query: async (statement) => {
        const startedAt = performance.now();
        const result = await connection.query(statement);
        notes.push({ ...statement, ms: performance.now() - startedAt });

        return result;
      },
    };
  },
});

const planNode = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
type PlanNode = z.output<typeof planNode>;

/** Lists the indexes that a plan reads, and the tables that it reads completely; skips nodes that never ran. */
const listReads = (node: PlanNode): string[] => {
  if (node['Actual Loops'] === 0) {
    return [];
  }
  const wholeTable = node['Node Type'].endsWith('Seq Scan') ? `all of ${node['Relation Name']}` : undefined;
  const own = node['Index Name'] ?? wholeTable;

  return [...(own ? [own] : []), ...(node.Plans ?? []).flatMap(listReads)];
};

/** Opens the database with the functions' rights on a PostgreSQL server; statements are timed at the server's edge. */
export const openTimedDatabase = async (connectionString: string) => {
  const notes: TimedStatement[] = [];
  const postgres = await openPostgres(connectionString);
  const dataApi = await startDataApi({
    server: noteStatements(postgres, notes),
    resolveRole: roleInSecretArn,
  });
  const owner = connectToDataApi(dataApi.url, 'portal_owner');
  const application = connectToDataApi(dataApi.url, 'portal_app');
  const database = makeDatabase(drizzle(application.client, application.target), ...Object.values(stores));

  return {
    migrate: () => {
      return makeDatabaseOwner(
        owner.client,
        owner.target,
        madeUpLogins,
        'functions/database/migrations',
      ).migrate();
    },

    /** Runs one read, and returns its result and its statement, which is the first: those of the Data API follow it. */
    time: async <Result>(read: (database: Database) => Promise<Result>) => {
      notes.length = 0;
      const result = await read(database);
      const [statement] = notes;
      if (!statement) {
        throw new Error('Nothing was sent to the database');
      }

      return { result, statement };
    },

    /** Lists what PostgreSQL reads for a statement, and counts the pages of 8 KB, from memory or disk. */
    explain: async ({ text, values, typeIds }: SqlStatement): Promise<{ reads: string[]; pages: number }> => {
      const connection = await postgres.connect('portal_app', 60);
      const { rows } = await connection.query({
        text: `explain (analyze, buffers, format json) ${text}`,
        values,
        typeIds,
      });
      await connection.release();
      const [{ Plan }] = z.tuple([z.object({ Plan: planNode })]).parse(JSON.parse(rows[0]?.[0] ?? ''));

      return {
        reads: [...new Set(listReads(Plan))].sort(),
        pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
      };
    },

    close: async () => {
      await dataApi.close();
      await postgres.close();
    },
  };
};

export type TimedDatabase = Awaited<ReturnType<typeof openTimedDatabase>>;
