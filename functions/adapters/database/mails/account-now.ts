import { sql } from 'drizzle-orm';
import { mailsAreOn } from '#functions/adapters/database/users/user-columns.ts';
import { users } from '#functions/database/schema/users-tables.ts';

/** The columns of an account by which it is decided whether a mail goes to it. */
export const accountNow = {
  userId: users.User_Id,
  name: users.User_Name,
  surname: users.User_Surname,
  email: users.User_Email,
  isEmailVerified: sql<boolean>`${users.email_verified_at} is not null`.as('is_email_verified'),
  isActive: sql<boolean>`${users.User_Status} = 1`.as('is_active'),
  isAdmin: sql<boolean>`${users.user_role} = 'admin'`.as('is_admin'),
  pendingEmail: users.pending_email,
  mailsAreOn: mailsAreOn.as('mails_are_on'),
};
