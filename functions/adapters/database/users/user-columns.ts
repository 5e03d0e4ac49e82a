import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { role } from '#shared/contract/fields.ts';
import { type MailBlock, mailBlock } from '#shared/contract/mails.ts';

/** The columns of an account that lists show. */
export const rowColumns = {
  User_Id: users.User_Id,
  User_Name: users.User_Name,
  User_Surname: users.User_Surname,
  User_Email: users.User_Email,
  User_Mobile: users.User_Mobile,
  OWNumber: users.OWNumber,
  user_role: users.user_role,
  User_Org: users.User_Org,
  User_VAT: users.User_VAT,
  User_Ref: users.User_Ref,
  User_Status: users.User_Status,
  User_Debit: users.User_Debit,
  emailVerified: sql<boolean>`${users.email_verified_at} is not null`.as('emailVerified'),
};

/** The columns of an account that its user sees. */
const userColumns = {
  ...rowColumns,
  User_RegNo: users.User_RegNo,
  User_Address: users.User_Address,
  User_Town: users.User_Town,
  User_Code: users.User_Code,
  User_State: users.User_State,
  User_Country: users.User_Country,
  User_DOB_Day: users.User_DOB_Day,
  User_DOB_Month: users.User_DOB_Month,
  User_DOB_Year: users.User_DOB_Year,
};

const storedBlock = mailBlock.extend({ since: z.string().transform((at) => new Date(at).toISOString()) });

/** The block of the account's address, or its newest one of another address; null if all get mail. */
const shownBlock = sql<MailBlock | null>`(
  select jsonb_build_object('address', address, 'reason', reason, 'since', created_at) from ${mailBlocks}
  where ${mailBlocks.user_id} = ${users.User_Id}
  order by address = lower(${users.User_Email}) desc, created_at desc limit 1)`.mapWith((text: string) =>
  storedBlock.parse(JSON.parse(text)),
);

/** The switch for mails as it counts; it is on until the user chooses. */
export const mailsAreOn = sql<boolean>`coalesce(${users.User_Mailer_Email}, true)`;

/** The columns of an account that its owner sees. */
export const ownColumns = {
  ...userColumns,
  version: users.version,
  mailsAreOn: mailsAreOn.as('mails_are_on'),
  mustChangePassword: users.must_change_password,
  pendingEmail: users.pending_email,
  mailBlock: shownBlock.as('mail_block'),
};

/** Reads a row: the database returns the balance as a decimal string, and does not check the role. */
export const readUserRow = <Row extends { user_role: string; User_Debit: string }>(row: Row) => ({
  ...row,
  user_role: role.parse(row.user_role),
  User_Debit: Number(row.User_Debit),
});
