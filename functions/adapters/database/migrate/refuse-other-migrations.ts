import { sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { OTHER_MIGRATIONS } from '#functions/ports/database/migrate/database-owner.ts';

const readApplied = async (connection: AwsDataApiPgDatabase): Promise<unknown[]> => {
  const { rows: tables } = await connection.execute(
    sql`select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  );
  if (tables.length === 0) {
    return [];
  }
  const { rows } = await connection.execute(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  );

  return rows.map(({ hash }) => hash);
};

/**
 * Throws if the migrations that the database has run differ from the first of the files: drizzle compares only their
 * times, and would skip or add some. A database that has run more than there are files is one of a later release, to
 * which an earlier one must be able to return.
 */
export const refuseOtherMigrations = async (
  connection: AwsDataApiPgDatabase,
  migrationsFolder: string,
): Promise<void> => {
  const files = readMigrationFiles({ migrationsFolder });
  const applied = await readApplied(connection);
  if (files.some(({ hash }, position) => position < applied.length && hash !== applied[position])) {
    throw new Error(OTHER_MIGRATIONS);
  }
};
