import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import type { MailBlockReason } from '#shared/mails/mail-kinds.ts';

const isOf = (userId: SQLWrapper, address: SQLWrapper): SQL =>
  sql`${mailBlocks.user_id} = ${userId} and ${mailBlocks.address} = lower(${address})`;

/** Why an account does not get every mail at an address; null if it does. */
export const blockReasonOf = (userId: SQLWrapper, address: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select ${mailBlocks.reason} from ${mailBlocks} where ${isOf(userId, address)})`;

/** True if an account does not get every mail at an address, for whatever reason but `except`. */
export const isBlocked = (
  userId: SQLWrapper,
  address: SQLWrapper,
  { except }: { except?: MailBlockReason } = {},
): SQL<boolean> => sql<boolean>`exists (
  select from ${mailBlocks} where ${isOf(userId, address)} and ${mailBlocks.reason} is distinct from ${except ?? null})`;
