import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { TestProject } from 'vitest/node';
import { makeDatabaseOwner } from '#functions/adapters/database/database-owner.ts';
import { openPglite, type SqlServer } from '#local/data-api/sql-server.ts';
import { startDataApi } from '#local/data-api.ts';
import { watchUserCounts } from './watch-user-counts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an embedded PostgreSQL without tables. */
    emptyDatabaseTemplate: string;
    /** The same with the tables of the portal: what is left to the job that migrates is the password. */
    databaseTemplate: string;
  }
}

const APPLICATION_LOGIN = { username: 'portal_app', password: 'each portal sets its own' };

/** As the job that migrates does, and through the Data API too. */
const migrate = async (server: SqlServer) => {
  const api = await startDataApi({ server, resolveRole: () => 'portal_owner' });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new RDSDataClient({ endpoint: api.url, region: 'af-south-1', credentials });

  const target = { resourceArn: 'arn:of:the:template', secretArn: 'arn:of:its:owner', database: 'portal' };

  await makeDatabaseOwner(
    client,
    target,
    async () => JSON.stringify(APPLICATION_LOGIN),
    'functions/database/migrations',
  ).migrate();
  await watchUserCounts((statement) => drizzle(client, target).execute(sql.raw(statement)));
  client.destroy();
  await api.close();
};

/** Making an embedded PostgreSQL takes seconds, copying one does not: each test file gets a copy of one of these. */
export default async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-template-'));
  const [empty, migrated] = [join(folder, 'empty'), join(folder, 'migrated')];
  await (await openPglite({ dataDir: empty })).close();

  cpSync(empty, migrated, { recursive: true });
  const server = await openPglite({ dataDir: migrated });
  await migrate(server);
  await server.close();
  project.provide('emptyDatabaseTemplate', empty);
  project.provide('databaseTemplate', migrated);

  return () => rmSync(folder, { recursive: true, force: true });
};
