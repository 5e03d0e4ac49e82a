import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';

/** True if no mail goes to an address of an account. */
export const isBlocked = (userId: SQLWrapper, address: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from ${mailBlocks} where ${mailBlocks.user_id} = ${userId} and ${mailBlocks.address} = lower(${address}))`;
