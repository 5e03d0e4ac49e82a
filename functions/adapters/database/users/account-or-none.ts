import { type SQL, sql } from 'drizzle-orm';
import { users } from '#functions/database/schema/users-tables.ts';

/**
 * Selects the id of an account that a row names, or nothing if the account is being deleted. The account is locked before
 * the row is written, as everywhere: the check of the foreign key would lock it only afterwards.
 */
export const accountOrNone = (userId: number): SQL =>
  sql`select ${users.User_Id} as user_id from ${users} where ${users.User_Id} = ${userId}::int for key share`;
