import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** Copies the migrations up to number `last` into a folder, which the caller removes. */
export const copyOldMigrations = (migrations: string, last: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last);
  writeFileSync(journalFile, JSON.stringify(journal));

  return folder;
};

/** Adds an account with the columns of the first migration, since today's schema has more. Returns its User_Id. */
export const addOldUser = async ({ connection }: TestPortal, role = 'client'): Promise<number> => {
  const { rows } = await connection.execute(sql`
    insert into users ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", user_role)
    values ('Thandi', 'Nkosi', ${`${crypto.randomUUID()}@example.com`}, 'no hash', ${role})
    returning "User_Id"`);

  return Number(rows[0]?.User_Id);
};
