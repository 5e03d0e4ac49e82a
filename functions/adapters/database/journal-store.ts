import { desc, eq, sql } from 'drizzle-orm';
import { activities } from '#functions/database/schema/client.ts';
import { auditLog } from '#functions/database/schema/system.ts';
import { users } from '#functions/database/schema/users.ts';
import type { JournalStore } from '#functions/ports/database/journal-store.ts';
import { activity } from '#shared/contract/client.ts';
import type { Connection } from './connection.ts';

/** An address as the audit log may keep it: without the last byte of IPv4, and the first 64 bits of IPv6. */
export const cutAddress = (address: string): string => {
  if (!/[.:]/.test(address)) return address;
  if (address.includes(':')) return `${address.split(':').slice(0, 4).join(':')}::/64`;

  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
};

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

  recordFailedSignIn: async (userId, address) => {
    await db.execute(sql`
      insert into ${auditLog} (action, record, changes, address)
      select 'auth.login failed', 'user ' || ${users.User_Id}, '[]'::jsonb, ${cutAddress(address)}
      from ${users} where ${users.User_Id} = ${userId ?? 0}`);
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
