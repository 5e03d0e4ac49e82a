import { sql } from 'drizzle-orm';
import { mailsAreOn } from '#functions/adapters/database/users/user-columns.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { isBlocked } from './mail-blocks.ts';

/** Whether a mail about money would be sent to an account, and why not, as `checkMayBeSent` answers it. */
export const moneyMail = sql`case
  when ${users.email_verified_at} is null then 'unverified'
  when ${users.User_Status} = 0 or not ${mailsAreOn} then 'off'
  when ${isBlocked(users.User_Id, users.User_Email)} then 'blocked'
  else 'on' end`;
