import * as z from 'zod';
import { birthDateFault } from '#shared/birth-date-fault.ts';
import { type UserEdit, userEdit } from '#shared/contract/users/user-edit.ts';
import { type UserDetail, userDetail } from '#shared/contract/users.ts';
import { withoutInvisible } from '#shared/text/text.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { USER_FIELDS } from './user-fields.ts';

/** Reads plain digits; any other text is NaN, which the contract refuses. */
const readDigits = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN);

/** A number in a text input; an empty text means no number. */
const numberText = (number: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .transform((text) => withoutInvisible(text).trim())
    .transform((typed) => (typed === '' ? null : readDigits(typed)))
    .pipe(number);

const { User_DOB_Day, User_DOB_Month, User_DOB_Year } = userEdit.shape;

/** The contract's edit as form values: every field is present, and numbers are text. */
export const userForm = userEdit
  .required()
  .extend({
    User_DOB_Day: numberText(User_DOB_Day.unwrap()),
    User_DOB_Month: numberText(User_DOB_Month.unwrap()),
    User_DOB_Year: numberText(User_DOB_Year.unwrap()),
    User_Status: z.enum(['1', '0']).transform(Number),
  })
  .superRefine((user, context) => {
    const message = birthDateFault(user);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', path: ['User_DOB_Day'], message });
    }
  });
export type UserForm = z.input<typeof userForm>;
export type EditedUser = z.output<typeof userForm>;

const textOf = (value: string | number | null) => (value === null ? '' : String(value));

export const userFormValues = (user: UserDetail): UserForm => ({
  User_Name: user.User_Name,
  User_Surname: user.User_Surname,
  User_Email: user.User_Email,
  User_Mobile: textOf(user.User_Mobile),
  User_RegNo: textOf(user.User_RegNo),
  User_Org: textOf(user.User_Org),
  User_Address: textOf(user.User_Address),
  User_Town: textOf(user.User_Town),
  User_Code: textOf(user.User_Code),
  User_State: textOf(user.User_State),
  User_Country: textOf(user.User_Country),
  User_VAT: textOf(user.User_VAT),
  User_Ref: textOf(user.User_Ref),
  User_DOB_Day: textOf(user.User_DOB_Day),
  User_DOB_Month: textOf(user.User_DOB_Month),
  User_DOB_Year: textOf(user.User_DOB_Year),
  User_Status: user.User_Status === 1 ? '1' : '0',
  user_role: user.user_role,
});

/**
 * Returns the edited fields that differ from the stored user. Only these are sent, so nothing else can be overwritten.
 */
export const changedFields = (stored: UserDetail, edited: EditedUser): UserEdit =>
  userEdit.parse(
    Object.fromEntries(
      USER_FIELDS.filter((field) => edited[field] !== stored[field]).map((field) => [field, edited[field]]),
    ),
  );

/** Returns the current user, if a save was refused because someone else had saved first. */
export const currentUserOf = (error: Error): UserDetail | undefined =>
  error instanceof ApiError ? userDetail.safeParse(error.current).data : undefined;
