import { expect, it } from 'vitest';
import { loadCommonPasswords, registration } from '#web/features/auth/registration-fields.ts';

const filled = {
  User_Name: 'Lerato',
  User_Surname: 'Mokoena',
  User_Email: 'lerato@example.co.za',
  User_Mobile: '082 123 4567',
  User_RegNo: 'A01234567',
  User_Org: '',
  User_Pass_Bkp: 'long enough',
  confirmPassword: 'long enough',
};

const messages = (values: typeof filled) =>
  Object.fromEntries(
    registration.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

it('a complete registration is accepted with or without a company', () => {
  expect(messages(filled)).toEqual({});
  expect(messages({ ...filled, User_Org: 'Mokoena Logistics' })).toEqual({});
});

it.each([
  ['User_Name', '', 'First name is required'],
  ['User_Surname', '  ', 'Last name is required'],
  ['User_Email', '', 'Email address is required'],
  ['User_Email', 'lerato@', 'Invalid email address'],
  ['User_Mobile', '', 'Phone number is required'],
  ['User_RegNo', '', 'ID Number or Passport Number is required'],
  ['confirmPassword', 'something else', "Passwords don't match"],
])('a registration with %s %j is refused at that field only', (field, value, message) => {
  expect(messages({ ...filled, [field]: value })).toEqual({ [field]: message });
});

it('a registration with a password of seven characters is refused', () => {
  expect(messages({ ...filled, User_Pass_Bkp: '1234567', confirmPassword: '1234567' })).toEqual({
    User_Pass_Bkp: 'Password must be at least 8 characters',
  });
});

it('different passwords are reported at once, while other fields of the registration are still wrong', () => {
  expect(messages({ ...filled, User_Name: '', confirmPassword: 'x' })).toEqual({
    User_Name: 'First name is required',
    confirmPassword: "Passwords don't match",
  });
});

it.each(['password1', 'LeratoMokoena', 'lerato@example.co.za'])(
  'the password %s is said to be too easy before it is sent',
  async (easy) => {
    await loadCommonPasswords();

    expect(messages({ ...filled, User_Pass_Bkp: easy, confirmPassword: easy })).toEqual({
      User_Pass_Bkp: 'This password is too easy to guess. Please choose another.',
    });
  },
);
