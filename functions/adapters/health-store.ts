import { sql as raw } from 'drizzle-orm';
import { health } from '#functions/database/schema.ts';
import type { HealthStore } from '#functions/ports/health-store.ts';
import type { Sql } from './sql.ts';

export const makeHealthStore = (sql: Sql): HealthStore => ({
  ping: async () => {
    await sql.execute(raw`select 1`);
  },

  save: async (checks) => {
    await sql
      .insert(health)
      .values(checks.map(({ checkedAt, ...check }) => ({ ...check, checked_at: checkedAt.toISOString() })))
      .onConflictDoUpdate({
        target: health.name,
        set: { state: raw`excluded.state`, checked_at: raw`excluded.checked_at` },
      });
  },
});
