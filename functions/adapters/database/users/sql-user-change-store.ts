import { and, desc, eq, inArray, sql } from 'drizzle-orm';
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

const isImportant = sql`jsonb_exists_any(${auditLog.changes}, array['User_Email', 'User_Pass_Bkp', 'user_role', 'User_Status'])`;

export const makeUserChangeStore = (db: Connection): UserChangeStore => ({
  listOf: async (userId, { inAll, ofKind }, audit) => {
    const isChange = and(
      eq(auditLog.record, `user ${userId}`),
      inArray(auditLog.action, [...CHANGING_ROUTES] satisfies RouteId[]),
    );
    const listed = sql`(
      select id from (
        select ${auditLog.id} as id, row_number() over (order by ${auditLog.id} desc) as place,
          row_number() over (partition by ${auditLog.action}, ${isImportant} order by ${auditLog.id} desc) as of_kind
        from ${auditLog} where ${isChange}
      ) as ranked
      where place <= ${inAll}::int or of_kind <= ${ofKind}::int)`;
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
      .leftJoin(auditLog, inArray(auditLog.id, listed))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(auditLog.id));

    return readJoined(rows, ({ action, actorId, changes, createdAt }) => ({
      action: accountChange.shape.action.parse(action),
      fields: namesOfFields.parse(changes),
      byOwner: actorId === userId,
      createdAt,
    }));
  },
});
