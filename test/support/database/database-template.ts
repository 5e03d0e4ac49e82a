import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { TestProject } from 'vitest/node';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openPglite, openPostgres, type SqlServer } from '#local/data-api/sql-server.ts';
import { madeUpLogins } from './data-api-client.ts';
import { startPostgres } from './postgres.ts';
import { databaseUrl, makeDatabase, TEMPLATE_DATABASE } from './postgres-databases.ts';
import { watchLedger } from './watch-ledger.ts';
import { watchUserCounts } from './watch-user-counts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an embedded PostgreSQL without tables. */
    emptyDatabaseTemplate: string;
    /** Address of the run's PostgreSQL server for its superuser; its template database has the tables of the portal. */
    postgres: string;
  }
}

/** Migrates as the task does, also through the Data API. */
const migrate = async (server: SqlServer) => {
  const api = await startDataApi({ server, resolveRole: () => 'portal_owner' });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new RDSDataClient({ endpoint: api.url, region: 'af-south-1', credentials });

  const target = { resourceArn: 'arn:of:the:template', secretArn: 'arn:of:its:owner', database: 'portal' };

  await makeDatabaseOwner(client, target, madeUpLogins, 'functions/database/migrations').migrate();
  await watchUserCounts((statement) => drizzle(client, target).execute(sql.raw(statement)));
  await watchLedger((statement) => drizzle(client, target).execute(sql.raw(statement)));
  client.destroy();
  await api.close();
};

/** Starts the PostgreSQL of a run and creates the templates once, which takes seconds; test files copy them quickly. */
const startDatabases = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-template-'));
  const postgres = await startPostgres();

  await makeDatabase(postgres.connectionString, TEMPLATE_DATABASE);
  const server = await openPostgres(databaseUrl(postgres.connectionString, TEMPLATE_DATABASE));
  await migrate(server);
  await server.close();
  await (await openPglite({ dataDir: folder })).close();
  let stopped: Promise<void> | undefined;

  return {
    postgres: postgres.connectionString,
    emptyDatabaseTemplate: folder,
    stop: () => {
      stopped ??= postgres.stop().then(() => rmSync(folder, { recursive: true, force: true }));

      return stopped;
    },
  };
};

declare global {
  var databasesOfRun: ReturnType<typeof startDatabases> | undefined;
}

/** Provides the databases of the run to a project; all projects of a run share them. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  globalThis.databasesOfRun ??= startDatabases();
  const { postgres, emptyDatabaseTemplate, stop } = await globalThis.databasesOfRun;
  project.provide('postgres', postgres);
  project.provide('emptyDatabaseTemplate', emptyDatabaseTemplate);

  return stop;
};
