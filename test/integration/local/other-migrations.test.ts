import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPglite } from '#local/data-api/sql-server.ts';
import { startPlatform } from '#local/platform.ts';
import { StartRefused } from '#local/start/start-refused.ts';

/** Fills a data folder whose database has run a migration that this checkout does not have. */
const makeFolderOfOthers = async (): Promise<string> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-older-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  writeFileSync(join(dataFolder, 'filled'), '');
  const server = await openPglite({ dataDir: join(dataFolder, 'database') });
  const connection = await server.connect('portal_owner', 10);
  for (const text of [
    'create schema drizzle',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of an earlier file', 1795186673899)",
  ]) {
    await connection.query({ text, values: [], typeIds: [] });
  }
  await connection.release();
  await server.close();

  return dataFolder;
};

it('a data folder of other migrations is refused with a sentence that says how to begin anew', async () => {
  const dataFolder = await makeFolderOfOthers();
  // The task's own log line.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const starting = startPlatform({ dataFolder, port: 0 });

  await expect(starting).rejects.toThrow(StartRefused);
  await expect(starting).rejects.toThrow(
    `The data in ${dataFolder} was made by other migrations than those of this checkout. npm start -- --reset deletes it and begins anew.`,
  );
});
