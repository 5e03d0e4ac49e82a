import { sql } from 'drizzle-orm';
import type { TestPortal } from './portal.ts';

/** Counts the statements on this portal's database that wait for a lock; other portals share the server. */
export const countBlockedStatements = async ({ connection }: TestPortal): Promise<number> => {
  const { rows } = await connection.execute(sql`
    select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`);

  return rows.length;
};
