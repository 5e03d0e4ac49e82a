import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { OwnAccountStore } from '#functions/ports/database/users/own-account-store.ts';
import { EMAIL_BLOCKED } from '#shared/contract/account.ts';
import { EMAIL_TAKEN } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';
import { ownColumns, readUserRow } from './user-columns.ts';

/** Ends the links of a change of address; a link about the account's own address stays. */
const endLinksOfChange = (db: Connection, userId: number) =>
  db.$with('ended', {}).as(sql`
    delete from ${linkTokens} using ${users}
    where ${users.User_Id} = ${userId} and ${linkTokens.user_id} = ${users.User_Id}
      and ${linkTokens.purpose} in ('change', 'not-me')
      and lower(${linkTokens.address}) <> lower(${users.User_Email})`);

export const makeOwnAccountStore = (db: Connection): OwnAccountStore => ({
  find: async (userId) => {
    const [row] = await db.select(ownColumns).from(users).where(eq(users.User_Id, userId));

    return row && readUserRow(row);
  },

  findCredentials: async (userId) => {
    const [row] = await db
      .select({ ...ownColumns, passwordHash: users.User_Pass_Bkp })
      .from(users)
      .where(eq(users.User_Id, userId));
    if (!row) {
      return undefined;
    }

    const { passwordHash, ...user } = row;

    return { user: readUserRow(user), passwordHash };
  },

  changePassword: async (userId, { outdated, chosen }) => {
    const changed = await db
      .update(users)
      .set({ User_Pass_Bkp: chosen, must_change_password: false })
      .where(and(eq(users.User_Id, userId), eq(users.User_Pass_Bkp, outdated)))
      .returning({ id: users.User_Id });

    return changed.length === 1;
  },

  askForEmail: async (userId, email, now) => {
    const isFree = sql`not exists (select from ${users} as other where lower(other."User_Email") = lower(${email}))`;
    const isStopped = isBlocked(users.User_Id, sql`${email}`, { except: 'complaint' });
    const asked = await db
      .with(endLinksOfChange(db, userId))
      .update(users)
      .set({ pending_email: email, pending_email_at: now.toISOString() })
      .where(and(eq(users.User_Id, userId), isFree, sql`not ${isStopped}`))
      .returning({ id: users.User_Id });
    if (asked.length === 0) {
      const [account] = await db.select({ isStopped }).from(users).where(eq(users.User_Id, userId));
      const sentence = account?.isStopped ? EMAIL_BLOCKED : EMAIL_TAKEN;
      throw new AppError('conflict', sentence, { fields: { User_Email: sentence } });
    }
  },

  keepEmail: async (userId) => {
    const kept = await db
      .with(endLinksOfChange(db, userId))
      .update(users)
      .set({ pending_email: null, pending_email_at: null })
      .where(and(eq(users.User_Id, userId), isNotNull(users.pending_email)))
      .returning({ id: users.User_Id });

    return kept.length === 1;
  },
});
