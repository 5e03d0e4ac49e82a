import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { type UserEdit, userEdit } from '#shared/contract/users/user-edit.ts';

export type UserField = keyof UserEdit;

export const USER_FIELDS = userEdit.keyof().options;

export const USER_FIELD_LABELS: Record<UserField, string> = FIELD_LABELS;
