import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openPglite, type SqlServer } from '#local/data-api/sql-server.ts';

/** Opens a copy of the run's empty embedded database, in a temporary folder that closing removes. */
export const openEmbeddedDatabase = async (): Promise<SqlServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ow-connect-database-'));
  await cp(inject('emptyDatabaseTemplate'), dataDir, { recursive: true });
  const server = await openPglite({ dataDir });

  return {
    ...server,
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
