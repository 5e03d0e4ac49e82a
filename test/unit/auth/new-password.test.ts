import { describe, expect, it } from 'vitest';
import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { requireHardToGuess } from '#functions/domain/auth/new-password.ts';
import { DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { newPassword } from '#shared/contract/fields.ts';
import { generatePassword } from '#shared/generate-password.ts';

const commonPasswords = makeCommonPasswords('node_modules/@zxcvbn-ts/language-common/src/passwords.json');
const owner = {
  User_Email: 'Thandi.Nkosi@example.com',
  OWNumber: 'OW1000123',
  User_Name: 'Thandiwe',
  User_Surname: 'van der Merwe',
};

const choose = (password: string) => requireHardToGuess(commonPasswords, password, owner);

describe('a new password', () => {
  it.each([
    ['in the list of the commonest', 'password'],
    ['in the list of the commonest', '12345678'],
    ['in the list of the commonest, in other letter case', 'SunShine'],
    ['about the ten thousandth in the list of the commonest', 'bologna1'],
    ["the account's email address", 'thandi.nkosi@EXAMPLE.com'],
    ['the OW number', 'ow1000123'],
    ['the first name', 'THANDIWE'],
    ['the surname', 'van der merwe'],
    ['the whole name', 'Thandiwe van der Merwe'],
    ['the whole name in one word', 'vandermerwethandiwe'],
  ])('a new password is refused that is %s: %s', async (_, password) => {
    await expect(choose(password)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'This password is too easy to guess. Please choose another.',
      fields: { User_Pass_Bkp: 'This password is too easy to guess. Please choose another.' },
    });
  });

  it.each([
    ['the password of the demonstration', DEMO_PASSWORD],
    ['one from the generator', generatePassword()],
    ['a common one with words added', 'password of a client in Paarl'],
    ['a name with a number added', 'Thandiwe-2031'],
  ])('a new password is accepted: %s', async (_, password) => {
    await expect(choose(password)).resolves.toBeUndefined();
  });

  it.each([
    ['shorter than 8 characters', 'seven77', false],
    ['nothing but spaces', ' '.repeat(9), false],
    ['nothing but other blanks', '\t\n\u00a0\u2003'.repeat(3), false],
    ['8 or more characters with spaces around them', '  eight  ', true],
  ])(
    'a new password is taken as typed, spaces included, from 8 characters that are not all blank: %s',
    (_, password, isTaken) => {
      const { success, data, error } = newPassword.safeParse(password);

      expect([success, data]).toEqual([isTaken, isTaken ? password : undefined]);
      if (error) {
        expect(error.issues[0]?.message).toBe('Password must be at least 8 characters');
      }
    },
  );
});
