import { notInArray, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import type { HealthCheck, HealthStore } from '#functions/ports/database/system/health-store.ts';

const toRows = (checks: readonly HealthCheck[]) =>
  checks.map(({ checkedAt, ...check }) => ({ ...check, checked_at: checkedAt.toISOString() }));

const UPSERT = {
  target: health.name,
  set: { state: sql`excluded.state`, checked_at: sql`excluded.checked_at` },
};

export const makeHealthStore = (db: Connection): HealthStore => ({
  ping: async () => {
    await db.execute(sql`select 1`);
  },

  save: async (checks) => {
    await db.insert(health).values(toRows(checks)).onConflictDoUpdate(UPSERT);
  },

  saveAll: async (checks) => {
    const names = checks.map(({ name }) => name);
    const forgotten = db
      .$with('forgotten')
      .as(db.delete(health).where(notInArray(health.name, names)).returning({ name: health.name }));
    await db.with(forgotten).insert(health).values(toRows(checks)).onConflictDoUpdate(UPSERT);
  },
});
