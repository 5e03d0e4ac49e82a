import * as z from 'zod';
import { normalisePhone } from '#shared/south-africa.ts';
import { email, newPassword, optionalCode, optionalText, personName, requiredCode, role } from '../fields.ts';
import { NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;

  return z.number(message).int(message).min(min, message).max(max, message).nullable();
};

const shortText = optionalText(NAME_LENGTH_MAX);
const code = optionalCode(NAME_LENGTH_MAX);
const longText = optionalText(TEXT_LENGTH_MAX);

/** The fields of an account that an admin may change, and no others. */
export const userEdit = z
  .object({
    User_Name: personName('Name is required'),
    User_Surname: personName('Surname is required'),
    User_Email: email,
    User_Mobile: requiredCode(NAME_LENGTH_MAX, 'Mobile number is required').transform(normalisePhone),
    User_RegNo: code,
    User_Org: longText,
    User_Address: longText,
    User_Town: shortText,
    User_Code: code,
    User_State: shortText,
    User_Country: shortText,
    User_VAT: code,
    User_Ref: code,
    User_DOB_Day: wholeNumber(1, 31),
    User_DOB_Month: wholeNumber(1, 12),
    User_DOB_Year: wholeNumber(1900, 2100),
    User_Status: z.number().int().min(0).max(1),
    user_role: role,
  })
  .partial();
export type UserEdit = z.infer<typeof userEdit>;

/** An edit, with its version if the caller wants that checked, or a new password alone. */
export const userUpdateBody = userEdit
  .extend({ version: z.number().int().positive().optional(), User_Pass_Bkp: newPassword.optional() })
  .refine(({ User_Pass_Bkp, ...edit }) => User_Pass_Bkp === undefined || Object.keys(edit).length === 0, {
    error: 'Send either an edit or a new password, not both',
    path: ['User_Pass_Bkp'],
  })
  .refine((body) => Object.keys(body).some((key) => key !== 'version'), {
    error: 'Nothing to change was sent',
  });

export type UserUpdate = z.infer<typeof userUpdateBody>;

export const STRANGERS_ADMIN =
  "This account registered itself and may be a stranger's: its address must be verified before it can become an administrator.";

/** Sentences for administrators who change their own account here, where no present password is asked for (D60). */
export const OWN_PASSWORD = 'Change your own password under My account, which asks for your present one.';
export const OWN_EMAIL = 'Change your own email address under My account, which asks for your password.';
