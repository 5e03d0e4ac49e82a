import { describe, expect, it } from 'vitest';
import { registerBody } from '#shared/contract/auth.ts';
import { serviceBody, serviceEdit } from '#shared/contract/services.ts';
import { userEdit } from '#shared/contract/users/user-edit.ts';
import {
  idNumberWarning,
  isValidIdNumber,
  luhnCheckDigit,
  maskIdNumber,
  msisdnWarning,
  normaliseMsisdn,
  phoneWarning,
  postalCodeWarning,
  simSerialWarning,
  vatNumberWarning,
} from '#shared/number-rules.ts';
import {
  formatPhone,
  formatPhoneNational,
  formatSimSerial,
  normalisePhone,
  phoneSearchForm,
} from '#shared/south-africa.ts';

it.each([
  ['8927074870433499244', '8927 0748 7043 3499 244'],
  ['89270748704334992441', '8927 0748 7043 3499 2441'],
  ['8927 0748', '8927 0748'],
  ['unknown', 'unknown'],
])('SIM serial number %s is shown as %s', (stored, shown) => {
  expect(formatSimSerial(stored)).toBe(shown);
});

it.each([
  ['9204155800086', '920415 ••• ••••'],
  ['920415 5800 086', '920415 ••• ••••'],
  ['A01234567', '••••••567'],
  ['12', '12'],
])('ID or passport number %s is masked as %s', (number, masked) => {
  expect(maskIdNumber(number)).toBe(masked);
});

describe('phone numbers', () => {
  it.each([
    '0821234567',
    '082 123 4567',
    '082-123-4567',
    '(082) 123 4567',
    '27821234567',
    '0027 82 123 4567',
    '+27 82 123 4567',
    '+27 (0)82 123 4567',
    '\u00A0082\u00A0123\u00A04567 ',
    '082\u2011123\u20114567',
    '\u202a+27 82 123 4567\u202c',
    '\u200e082 123 4567\u200b',
    '082\u00ad123\u20604567',
    '082/123/4567',
    '082.123.4567',
    '082\u2212123\u22124567',
    'tel:0821234567',
    'tel:+27-82-123-4567',
    'Tel. 082 123 4567',
    '\u2066TEL:\u206900 27 (0)82 123 4567',
  ])('South African phone numbers are stored in one form: %s', (typed) => {
    expect(normalisePhone(typed)).toBe('+27821234567');
  });

  it.each([
    '+44 20 7946 0958',
    '+264 81 123 4567',
    '0044 20 7946 0958',
    '+27 82 123',
    '+27 82 123 45678',
    '082 123 4567 ext 5',
    'none',
    '000 123 4567',
  ])('foreign phone numbers and other texts stay as typed: %s', (typed) => {
    expect(normalisePhone(` ${typed} `)).toBe(typed);
  });

  it.each([
    ['\u202a+44 20 7946 0958\u202c', '+44 20 7946 0958'],
    ['tel:+442079460958', '+442079460958'],
    ['telephone', 'telephone'],
  ])('foreign phone numbers lose only what is invisible and the mark of a link: %j', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored);
  });

  it('a phone number that is normalised twice stays the same', () => {
    expect(normalisePhone(normalisePhone('082 123 4567'))).toBe('+27821234567');
  });

  it.each([
    ['+27821234567', '+27 82 123 4567', '0821234567'],
    ['0215551234', '+27 21 555 1234', '0215551234'],
    ['+44 20 7946 0958', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['none', 'none', 'none'],
  ])('phone number %s is shown as %s and exported as %s', (stored, shown, exported) => {
    expect(formatPhone(stored)).toBe(shown);
    expect(formatPhoneNational(stored)).toBe(exported);
  });

  it.each([
    ['082 123', '+2782123'],
    ['0821234567', '+27821234567'],
    ['+27 (0)82-123', '+2782123'],
    ['0027 82', '+2782'],
    ['\u202a082 123\u202c', '+2782123'],
    ['tel:082', '+2782'],
    ['082/123', '+2782123'],
    ['+2782', '+2782'],
    ['123 4567', '1234567'],
    ['8927001', '8927001'],
  ])('a search for a phone number uses its stored form: %s', (typed, searched) => {
    expect(phoneSearchForm(typed)).toBe(searched);
  });

  it.each(['08', 'OW10001', 'thandi', '082 abc', ''])(
    'a search for %j is not taken for a phone number',
    (typed) => {
      expect(phoneSearchForm(typed)).toBeUndefined();
    },
  );
});

describe('identity numbers', () => {
  it.each([
    ['a citizen', '8001015009087'],
    ['a permanent resident', '8001015009186'],
    ['a refugee', '8001015009285'],
    ['typed in groups', '800101 5009 087'],
    ['born on a leap day of 2000, which did not exist in 1900', '0002290001086'],
  ])('an identity number is valid: %s', (_case, idNumber) => {
    expect(isValidIdNumber(idNumber)).toBe(true);
    expect(idNumberWarning(idNumber)).toBeUndefined();
  });

  it.each([
    ['thirteen zeros, which pass the Luhn formula', '0000000000000'],
    ['a wrong check digit', '8001015009088'],
    ['two digits swapped', '8001105009087'],
    ['month 13', `801301500908${luhnCheckDigit('801301500908')}`],
    ['30 February', `800230500908${luhnCheckDigit('800230500908')}`],
    ['29 February of a common year', `810229500908${luhnCheckDigit('810229500908')}`],
  ])('an identity number is invalid and gets a warning: %s', (_case, idNumber) => {
    expect(isValidIdNumber(idNumber)).toBe(false);
    expect(idNumberWarning(idNumber)).toContain('not a valid South African ID number');
  });

  it.each(['', 'A01234567', 'M00012345', '123456789012', '12345678901234'])(
    'an identity number without thirteen digits counts as a passport number: "%s"',
    (passport) => {
      expect(isValidIdNumber(passport)).toBe(false);
      expect(idNumberWarning(passport)).toBeUndefined();
    },
  );
});

describe("numbers in an administrator's forms", () => {
  it.each([
    ['mobile', msisdnWarning, '082 123 4567'],
    ['mobile in E.164', msisdnWarning, '+27821234567'],
    ['data SIM', msisdnWarning, '0512 3456 7890 12'],
    ['19-digit SIM serial', simSerialWarning, '8927010000000000004'],
    ['20-digit SIM serial', simSerialWarning, '89014 10321 11185 10720'],
    ['VAT', vatNumberWarning, '4123456789'],
    ['postal code', postalCodeWarning, '0001'],
    ['phone number', phoneWarning, '082 123 4567'],
    ['phone number of another country', phoneWarning, '+44 20 7946 0018'],
    ['phone number behind 00', phoneWarning, '00264 61 299 2300'],
  ])('a plausible number gets no warning: %s', (_name, warning, typed) => {
    expect(warning(typed)).toBeUndefined();
    expect(warning(' ')).toBeUndefined();
  });

  it.each([
    ['short mobile', msisdnWarning, '082 123 456'],
    ['number of another country', msisdnWarning, '+44 20 7946 0958'],
    ['SIM serial with a wrong check digit', simSerialWarning, '8927010000000000008'],
    ['SIM serial that is no telecom card', simSerialWarning, '0000000000000000000'],
    ['short SIM serial', simSerialWarning, '892701000000000009'],
    ['VAT number from 5', vatNumberWarning, '5123456789'],
    ['VAT number of nine digits', vatNumberWarning, '412345678'],
    ['postal code of five digits', postalCodeWarning, '80011'],
    ['postal code with letters', postalCodeWarning, 'SW1A'],
    ['postal code of only zeros', postalCodeWarning, '0000'],
    ['phone number of two digits', phoneWarning, '12'],
    ['phone number without a digit', phoneWarning, '082 123 456'],
    ['phone number with a digit too many', phoneWarning, '+27 82 123 45678'],
    ['phone number of another country without its plus', phoneWarning, '447946001800'],
  ])('an implausible number gets a warning: %s', (_name, warning, typed) => {
    expect(warning(typed)).toEqual(expect.any(String));
  });

  it.each([
    ['082 123 4567', '+27821234567'],
    ['0512 3456 7890 12', '05123456789012'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
  ])('a msisdn typed as %s is stored as %s', (typed, stored) => {
    expect(normaliseMsisdn(typed)).toBe(stored);
  });
});

describe('numbers in the contract', () => {
  const registration = {
    User_Name: 'Thandi',
    User_Surname: 'Nkosi',
    User_Email: 'thandi@example.com',
    User_Mobile: '082 123 4567',
    User_RegNo: '8001015009087',
    User_Pass_Bkp: 'long enough',
  };
  const messages = (body: object) =>
    registerBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('registration stores a phone number in its normalised form', () => {
    expect(registerBody.parse(registration).User_Mobile).toBe('+27821234567');
  });

  it.each([
    ['User_Mobile', '', 'Phone number is required'],
    ['User_RegNo', ' ', 'ID Number or Passport Number is required'],
    ['User_RegNo', '0000000000000', idNumberWarning('0000000000000')],
  ])('registration is refused with one message if %s is "%s"', (field, typed, message) => {
    expect(messages({ ...registration, [field]: typed })).toEqual([[field, message]]);
  });

  it('registration accepts a passport number', () => {
    expect(messages({ ...registration, User_RegNo: 'A01234567' })).toBeUndefined();
  });

  it('an administrator may store an invalid ID number, and phone numbers are normalised', () => {
    expect(userEdit.parse({ User_Mobile: '0027 82 123 4567', User_RegNo: '0000000000000' })).toEqual({
      User_Mobile: '+27821234567',
      User_RegNo: '0000000000000',
    });
    expect(serviceBody.parse({ msisdn: '082 123 4567' }).msisdn).toBe('+27821234567');
    expect(serviceEdit.parse({ msisdn: ' ' })).toEqual({ msisdn: null });
    expect(serviceEdit.parse({ status: 'pending' })).toEqual({ status: 'pending' });
  });
});
