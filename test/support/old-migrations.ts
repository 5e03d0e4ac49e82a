import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with the migrations as they were when the one of this number was the last; the caller removes it. */
export const makeOldMigrations = (migrations: string, last: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last);
  writeFileSync(journalFile, JSON.stringify(journal));

  return folder;
};
