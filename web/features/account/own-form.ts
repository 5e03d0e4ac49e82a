import type * as z from 'zod';
import { ownEdit } from '#shared/contract/account.ts';
import { type OwnUser, ownUser } from '#shared/contract/auth.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

/** The contract's edit of one's own details as form values: every field is present. */
export const ownForm = ownEdit.omit({ mailsAreOn: true }).required();
export type OwnForm = z.input<typeof ownForm>;
export type EditedDetails = z.output<typeof ownForm>;
export type OwnField = keyof OwnForm;

export const OWN_FIELDS = ownForm.keyof().options;

export const OWN_FIELD_LABELS: Record<OwnField, string> = {
  ...FIELD_LABELS,
  User_Name: 'First name',
  User_Surname: 'Last name',
};

export const ownFormValues = (user: OwnUser): OwnForm => ({
  User_Name: user.User_Name,
  User_Surname: user.User_Surname,
  User_Mobile: user.User_Mobile ?? '',
  User_Org: user.User_Org ?? '',
  User_Address: user.User_Address ?? '',
  User_Town: user.User_Town ?? '',
  User_Code: user.User_Code ?? '',
  User_State: user.User_State ?? '',
  User_Country: user.User_Country ?? '',
});

/** Returns the edited fields that differ from the stored account; only these are sent. */
export const changedDetails = (stored: OwnUser, edited: EditedDetails): Partial<EditedDetails> =>
  Object.fromEntries(
    OWN_FIELDS.filter((field) => edited[field] !== stored[field]).map((field) => [field, edited[field]]),
  );

/** Returns the current account, if a save was refused because somebody else had saved first. */
export const currentOwnUserOf = (error: Error): OwnUser | undefined =>
  error instanceof ApiError ? ownUser.safeParse(error.current).data : undefined;
