import { sql } from 'drizzle-orm';
import { health } from '#functions/database/schema/system.ts';
import type { HealthStore } from '#functions/ports/database/health-store.ts';
import type { Connection } from './connection.ts';

export const makeHealthStore = (db: Connection): HealthStore => ({
  ping: async () => {
    await db.execute(sql`select 1`);
  },

  save: async (checks) => {
    await db
      .insert(health)
      .values(checks.map(({ checkedAt, ...check }) => ({ ...check, checked_at: checkedAt.toISOString() })))
      .onConflictDoUpdate({
        target: health.name,
        set: { state: sql`excluded.state`, checked_at: sql`excluded.checked_at` },
      });
  },
});
