import { sql as raw } from 'drizzle-orm';
import { activities, auditLog, sessions, users } from '#functions/database/schema.ts';
import type { RegistrationStore } from '#functions/ports/registration-store.ts';
import { cutAddress } from './journal-store.ts';
import type { Sql } from './sql.ts';
import { isEmailTaken, readUserRow, userColumns } from './user-store.ts';

export const makeRegistrationStore = (sql: Sql): RegistrationStore => ({
  register: async ({ passwordHash, ...account }, session, address) => {
    const added = sql.$with('added').as(
      sql
        .insert(users)
        .values({ ...account, User_Pass_Bkp: passwordHash })
        .returning(userColumns),
    );
    const newUserId = raw<number>`(select ${added.User_Id} from ${added})`;
    const started = sql
      .$with('started')
      .as(
        sql
          .insert(sessions)
          .values({ id: session.id, user_id: newUserId, expires_at: session.expiresAt.toISOString() })
          .returning({ id: sessions.id }),
      );
    const audited = sql.$with('audited').as(
      sql
        .insert(auditLog)
        .values({
          actor_id: newUserId,
          action: 'auth.register',
          record: raw`'user ' || ${newUserId}`,
          changes: [],
          address: cutAddress(address),
        })
        .returning({ id: auditLog.id }),
    );
    const noted = sql
      .$with('noted')
      .as(
        sql
          .insert(activities)
          .values({ user_id: newUserId, activity_type: 'login', description: 'Registered and signed in' })
          .returning({ id: activities.id }),
      );

    try {
      const [row] = await sql.with(added, started, audited, noted).select().from(added);

      return row && readUserRow(row);
    } catch (error) {
      if (isEmailTaken(error)) return undefined;
      throw error;
    }
  },
});
