import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantOf } from '#functions/database/instant.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';

/** True if a link for a new password still holds for an account. */
export const hasOpenReset = (userId: SQLWrapper, now: Date): SQL<boolean> => sql<boolean>`exists (
  select from ${linkTokens} where ${linkTokens.user_id} = ${userId} and ${linkTokens.purpose} = 'reset'
    and ${linkTokens.expires_at} > ${instantOf(now)})`;
