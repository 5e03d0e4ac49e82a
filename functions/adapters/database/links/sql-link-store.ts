import { eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LinkStore } from '#functions/ports/database/links/link-store.ts';

export const makeLinkStore = (db: Connection): LinkStore => ({
  endAllOf: async (userId) => {
    const ended = db
      .$with('ended', {})
      .as(sql`delete from ${linkTokens} where ${linkTokens.user_id} = ${userId}`);
    await db
      .with(ended)
      .update(users)
      .set({ pending_email: null, pending_email_at: null })
      .where(eq(users.User_Id, userId));
  },
});
