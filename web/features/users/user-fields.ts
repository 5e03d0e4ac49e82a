import { type UserEdit, userEdit } from '#shared/contract/users.ts';

export type UserField = keyof UserEdit;

export const USER_FIELDS = userEdit.keyof().options;

export const USER_FIELD_LABELS = {
  User_Name: 'Name',
  User_Surname: 'Surname',
  User_Email: 'Email',
  User_Mobile: 'Mobile',
  User_RegNo: 'ID / Passport',
  User_Org: 'Organization',
  User_Address: 'Address',
  User_Town: 'Town',
  User_Code: 'Postal code',
  User_State: 'State',
  User_Country: 'Country',
  User_VAT: 'VAT number',
  User_Ref: 'Reference',
  User_DOB_Day: 'Day',
  User_DOB_Month: 'Month',
  User_DOB_Year: 'Year',
  User_Status: 'Status',
  user_role: 'Role',
} as const satisfies Record<UserField, string>;
