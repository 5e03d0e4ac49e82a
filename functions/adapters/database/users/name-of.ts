import { type SQL, sql } from 'drizzle-orm';
import { users } from '#functions/database/schema/users-tables.ts';

/** The name of an account; null once it is deleted. */
export const nameOf = (userId: SQL): SQL => sql`(
  select trim(writer."User_Name" || ' ' || writer."User_Surname") from ${users} as writer where writer."User_Id" = ${userId})`;
