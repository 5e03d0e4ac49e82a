import { expect, it } from 'vitest';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { USER_FIELDS } from '#web/features/users/user-fields.ts';
import { changedFields, userForm, userFormValues } from '#web/features/users/user-form.ts';
import { compareEdits } from '#web/lib/forms/compare-edits.ts';

const stored = makeUserDetail({
  User_Address: '12 Long Street',
  User_Town: 'Cape Town',
  User_Code: '8001',
  User_State: 'Western Cape',
  User_Country: 'South Africa',
  User_DOB_Day: 7,
  User_DOB_Month: 3,
});
const values = userFormValues(stored);

it('an untouched user form has no changes', () => {
  expect(changedFields(stored, userForm.parse(values))).toEqual({});
});

it('the user form sends only changes, with numbers as numbers and emptied fields as null', () => {
  const edited = userForm.parse({
    ...values,
    User_Town: '',
    User_DOB_Year: '1990',
    User_Status: '0',
    user_role: 'admin',
  });

  expect(changedFields(stored, edited)).toEqual({
    User_Town: null,
    User_DOB_Year: 1990,
    User_Status: 0,
    user_role: 'admin',
  });
});

it.each([
  { field: 'User_Name', value: ' ', message: 'Name is required' },
  { field: 'User_Surname', value: '', message: 'Surname is required' },
  { field: 'User_Email', value: 'thandi@', message: 'Invalid email address' },
  { field: 'User_Mobile', value: '', message: 'Mobile number is required' },
  { field: 'User_DOB_Day', value: '32', message: 'Must be a whole number from 1 to 31' },
  { field: 'User_DOB_Month', value: 'May', message: 'Must be a whole number from 1 to 12' },
  { field: 'User_DOB_Day', value: '0x10', message: 'Must be a whole number from 1 to 31' },
])('the user form refuses $value in $field with "$message"', ({ field, value, message }) => {
  const result = userForm.safeParse({ ...values, [field]: value });

  expect(result.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: [field], message },
  ]);
});

it('the user form refuses an impossible date of birth at the day', () => {
  const result = userForm.safeParse({ ...values, User_DOB_Day: '31', User_DOB_Month: '2' });

  expect(result.error?.issues).toMatchObject([
    { path: ['User_DOB_Day'], message: 'There is no 31 February' },
  ]);
});

it('compareEdits takes what only the other edit changed, and contests what both changed differently', () => {
  const mine = { ...values, User_Town: 'Paarl', User_Email: 'nkosi@example.co.za', User_Org: 'Nkosi Foods' };
  const theirs = { ...values, User_Town: 'Stellenbosch', User_Code: '7600', User_Org: 'Nkosi Foods' };

  expect(compareEdits(USER_FIELDS, values, mine, theirs)).toEqual({
    taken: ['User_Code'],
    contested: ['User_Town'],
  });
});
