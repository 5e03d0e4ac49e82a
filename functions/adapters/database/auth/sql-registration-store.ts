import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { cutAddress } from '#functions/adapters/database/system/cut-address.ts';
import { isEmailTaken } from '#functions/adapters/database/users/email-taken.ts';
import { ownColumns, readUserRow } from '#functions/adapters/database/users/user-columns.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { RegistrationStore } from '#functions/ports/database/auth/registration-store.ts';
import { PRIVACY_VERSION } from '#shared/privacy.ts';

export const makeRegistrationStore = (db: Connection): RegistrationStore => ({
  register: async ({ passwordHash, ...account }, session, address) => {
    const added = db.$with('added').as(
      db
        .insert(users)
        .values({
          ...account,
          User_Pass_Bkp: passwordHash,
          origin: 'registered',
          privacy_version: PRIVACY_VERSION,
          privacy_at: sql`now()`,
        })
        .returning(ownColumns),
    );
    const newUserId = sql<number>`(select ${added.User_Id} from ${added})`;
    const started = db.$with('started').as(
      db
        .insert(sessions)
        .values({
          id: session.id,
          user_id: newUserId,
          expires_at: session.expiresAt.toISOString(),
          browser: session.browser,
          system: session.system,
          address: cutAddress(address),
        })
        .returning({ id: sessions.id }),
    );
    const replaced = db
      .$with('replaced', {})
      .as(
        sql`delete from ${sessions} using ${added} where ${sessions.id} = ${session.replacedId ?? null}::uuid`,
      );
    const audited = db
      .$with('audited', {})
      .as(
        insertAuditRows(
          { actorId: sql`${added.User_Id}`, action: 'auth.register', address },
          { record: sql`'user ' || ${added.User_Id}`, from: sql`${added}` },
        ),
      );
    const noted = db
      .$with('noted')
      .as(
        db
          .insert(activities)
          .values({ user_id: newUserId, activity_type: 'login', description: 'Registered and signed in' })
          .returning({ id: activities.id }),
      );

    try {
      const [row] = await db.with(added, started, replaced, audited, noted).select().from(added);

      return row && readUserRow(row);
    } catch (error) {
      if (isEmailTaken(error)) {
        return undefined;
      }
      throw error;
    }
  },

  keepCanary: async (email, passwordHash) => {
    await db
      .insert(users)
      .values({
        User_Id: CANARY_ID,
        User_Email: email,
        User_Pass_Bkp: passwordHash,
        User_Name: 'Canary',
        User_Surname: 'Canary',
        OWNumber: 'OW0',
        origin: 'operator',
      })
      .onConflictDoUpdate({ target: users.User_Id, set: { User_Pass_Bkp: passwordHash } });
  },
});
