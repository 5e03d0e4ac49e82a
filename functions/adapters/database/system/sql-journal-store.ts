import { desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { countIn } from '#functions/adapters/database/system/sql-throttle-store.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { JournalStore } from '#functions/ports/database/system/journal-store.ts';
import { activity } from '#shared/contract/client.ts';
import { insertAuditRows } from './audit-rows.ts';
import { cutAddress } from './cut-address.ts';

export const makeJournalStore = (db: Connection): JournalStore => ({
  record: async (audit, entry) => {
    const auditRow = {
      actor_id: audit.actorId,
      action: audit.action,
      record: audit.record ?? null,
      changes: audit.changes ?? [],
      address: cutAddress(audit.address),
    };

    if (!entry) {
      await db.insert(auditLog).values(auditRow);

      return;
    }

    const audited = db
      .$with('audited')
      .as(db.insert(auditLog).values(auditRow).returning({ id: auditLog.id }));
    await db.with(audited).insert(activities).values({
      user_id: entry.userId,
      activity_type: entry.activityType,
      description: entry.description,
    });
  },

  recordRefusal: async ({ actorId, action, changes = [], address }, bucket, now) => {
    await db.execute(sql`
      with counted as (${countIn(bucket, now, sql`true`)})
      insert into ${auditLog} (actor_id, action, changes, address)
      select ${actorId}::int,
        case when count <= "limit" then ${action} else 'refusals limited' end,
        case when count <= "limit" then ${JSON.stringify(changes)}::jsonb else '[]'::jsonb end,
        ${cutAddress(address)}
      from counted where count <= "limit" + 1`);
  },

  recordFailedSignIn: async (userId, address) => {
    await db.execute(
      insertAuditRows(
        { actorId: null, action: 'auth.login failed', address },
        {
          record: sql`'user ' || ${users.User_Id}`,
          from: sql`${users} where ${users.User_Id} = ${userId ?? 0}`,
        },
      ),
    );
  },

  listActivities: async (userId, limit) => {
    const rows = await db
      .select({
        id: activities.id,
        activityType: activities.activity_type,
        description: activities.description,
        date: activities.created_at,
      })
      .from(activities)
      .where(eq(activities.user_id, userId))
      .orderBy(desc(activities.created_at), desc(activities.id))
      .limit(limit);

    return rows.map((row) => activity.parse(row));
  },
});
