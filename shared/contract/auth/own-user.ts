import * as z from 'zod';
import { idNumberWarning } from '#shared/number-rules.ts';
import { normalisePhone } from '#shared/south-africa.ts';
import {
  newPassword,
  optionalText,
  password,
  personName,
  refuse,
  requiredCode,
  requiredEmail,
  role,
  textOrNull,
  wholeNumberOrNull,
} from '../fields.ts';
import { NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';

/* The accounts and the forms of sign-in, apart from the routes, so that a screen with a form does not load those. */

/** The signed-in user, and the user that an admin reads: every field except the password and the stored extras. */
export const user = z.object({
  /** 0 is the canary's, whose sign-ins prove that the portal answers; every other id is positive. */
  User_Id: z.number().int().nonnegative(),
  User_Name: z.string(),
  User_Surname: z.string(),
  User_Email: z.string(),
  User_Mobile: textOrNull,
  User_RegNo: textOrNull,
  OWNumber: z.string(),
  user_role: role,
  User_Org: textOrNull,
  User_Address: textOrNull,
  User_Town: textOrNull,
  User_Code: textOrNull,
  User_State: textOrNull,
  User_Country: textOrNull,
  User_VAT: textOrNull,
  User_Ref: textOrNull,
  User_DOB_Day: wholeNumberOrNull,
  User_DOB_Month: wholeNumberOrNull,
  User_DOB_Year: wholeNumberOrNull,
  User_Status: z.number().int().min(0).max(1),
  User_Debit: z.number(),
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof user>;

/** Whether mail goes to the account's address; 'off' where the portal sends none. */
export const mailState = z.enum(['off', 'on', 'blocked']);
export type MailState = z.infer<typeof mailState>;

/** The signed-in user, with further details of their own account. */
export const ownUser = user.extend({
  version: z.number().int(),
  mail: mailState,
  /** The user's switch for mails that are not about the account itself. */
  mailsAreOn: z.boolean(),
  /** True until the user chooses a password in place of one that somebody else set (D49). */
  mustChangePassword: z.boolean(),
  /** The address that waits for its link to be used. */
  pendingEmail: z.string().nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

export const EMAIL_TAKEN = 'This email address is already registered.';

export const PASSWORD_TOO_EASY = 'This password is too easy to guess. Please choose another.';

export const loginBody = z.object({
  identifier: requiredCode(TEXT_LENGTH_MAX, 'Email address or OW number is required'),
  password: password.min(1, 'Password is required'),
  rememberMe: z.boolean().default(false),
});

export const registerBody = z.object({
  User_Name: personName('First name is required'),
  User_Surname: personName('Last name is required'),
  User_Email: requiredEmail,
  User_Mobile: requiredCode(NAME_LENGTH_MAX, 'Phone number is required').transform(normalisePhone),
  User_RegNo: requiredCode(NAME_LENGTH_MAX, 'ID Number or Passport Number is required').superRefine(
    refuse(idNumberWarning),
  ),
  User_Org: optionalText(TEXT_LENGTH_MAX),
  User_Pass_Bkp: newPassword,
});
export type Registration = z.infer<typeof registerBody>;
