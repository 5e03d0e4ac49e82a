import { count, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { TestPortal } from './portal.ts';

export const countRows = async (
  { connection }: Pick<TestPortal, 'connection'>,
  table: PgTable,
  where?: SQL,
): Promise<number> => {
  const [row] = await connection.select({ rows: count() }).from(table).where(where);

  return row?.rows ?? 0;
};
