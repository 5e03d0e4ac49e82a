import { and, desc, eq, inArray } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { readJoined } from '#functions/adapters/database/sql/joined-rows.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { UserChangeStore } from '#functions/ports/database/users/user-change-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { accountChange, CHANGING_ROUTES } from '#shared/contract/users.ts';

/** Names of fields, alone or with values. */
const namesOfFields = z.union([
  z.array(z.string()),
  z.record(z.string(), z.unknown()).transform((fields) => Object.keys(fields)),
]);

export const makeUserChangeStore = (db: Connection): UserChangeStore => ({
  listOf: async (userId, limit, audit) => {
    const isChange = and(
      eq(auditLog.record, `user ${userId}`),
      inArray(auditLog.action, [...CHANGING_ROUTES] satisfies RouteId[]),
    );
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({
        joined: {
          action: auditLog.action,
          actorId: auditLog.actor_id,
          changes: auditLog.changes,
          createdAt: auditLog.at,
        },
      })
      .from(users)
      .leftJoin(auditLog, isChange)
      .where(eq(users.User_Id, userId))
      .orderBy(desc(auditLog.id))
      .limit(limit);

    return readJoined(rows, ({ action, actorId, changes, createdAt }) => ({
      action: accountChange.shape.action.parse(action),
      fields: namesOfFields.parse(changes),
      byOwner: actorId === userId,
      createdAt,
    }));
  },
});
