import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPglite } from '#local/data-api/sql-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an embedded PostgreSQL without tables. */
    databaseTemplate: string;
  }
}

/** Making an embedded PostgreSQL takes seconds, copying one does not: each test file gets a copy of this one. */
export default async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-template-'));
  const server = await openPglite({ dataDir: folder });
  await server.close();
  project.provide('databaseTemplate', folder);

  return () => rmSync(folder, { recursive: true, force: true });
};
