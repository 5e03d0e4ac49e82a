import * as z from 'zod';
import { isUsableHash } from '#functions/adapters/crypto/argon2-passwords.ts';
import { birthDateFault } from '#shared/birth-date-fault.ts';
import { registerBody } from '#shared/contract/auth.ts';
import { password } from '#shared/contract/fields.ts';
import { userEdit } from '#shared/contract/users/user-edit.ts';
import { decimalFromCents } from '#shared/money.ts';
import { idNumberWarning } from '#shared/number-rules.ts';

/** Treats an empty cell as a missing value. */
const cell = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const optional = <Output>(schema: z.ZodType<Output>) =>
  cell(schema.optional()).transform((value) => value ?? null);

const wholeNumber = (schema: z.ZodType<number | null | undefined>) =>
  optional(z.preprocess((value) => (/^\d+$/.test(String(value)) ? Number(value) : value), schema));

/**
 * With leading zeros, OW77 and OW0077 would be two clients. Nine digits would leave no numbers for the portal, whose
 * next number is above the highest of the file.
 */
const OW_NUMBER = /^OW[1-9]\d{0,7}$/;
const BALANCE = /^-?\d{1,10}([.,]\d{1,2})?$/;

const balance = z
  .string()
  .regex(BALANCE, 'Must be an amount of rand such as 120.50 or -80')
  .transform((text) => decimalFromCents(Math.round(Number(text.replace(',', '.')) * 100)));

const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'Must be a date such as 2019-04-30')
  .transform((text) => new Date(text))
  .refine((date) => date <= new Date(), 'Lies in the future')
  .transform((date) => date.toISOString());

/** Forms of other systems' hashes: if one were taken for a password, the hash itself would open the account. */
const FOREIGN_HASHES = [
  // Modular crypt format, for example bcrypt's.
  /^\$\w[\w-]*\$/,
  // MD5, SHA-1, SHA-2 and MySQL's in hexadecimal digits.
  /^\*?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i,
  // LDAP's {SSHA}…
  /^\{[\w.-]+\}./,
  // Django's pbkdf2_sha256$…
  /^(?:pbkdf2|argon2|bcrypt|scrypt|sha\d|md5|crypt|unsalted)\w*[$:]/i,
  // Joomla's, with a salt behind, and SQL Server's.
  /^(?:[\da-f]{32}:|0x[\da-f]{32})/i,
  // MD5, SHA-1 and SHA-2 in base64, with or without padding: the last sign has only the bits that are left.
  /^(?:[\w+/-]{21}|[\w+/-]{37}|[\w+/-]{85})[AQgw](?:==)?$/,
  /^(?:[\w+/-]{26}|[\w+/-]{42})[AEIMQUYcgkosw048]=?$/,
  /^[\w+/-]{64}$/,
  // Crypt by DES, and BSDi's: the last sign again has only some values.
  /^(?:[A-Za-z\d./]{12}|_[A-Za-z\d./]{18})[.26AEIMQUYcgkosw]$/,
];

const looksLikeHash = (value: string) => FOREIGN_HASHES.some((hash) => hash.test(value));

/** A password of only spaces counts as empty (D1); the rules for new passwords do not apply to one that is in use. */
const oldPassword = password.transform((value) => (value.trim() === '' ? null : value));

const ownHash = oldPassword.refine(
  (value) => value === null || isUsableHash(value),
  'This is no argon2id hash: leave it empty, or add --plain-passwords if the file has passwords as they are typed',
);

const plainPassword = oldPassword.refine(
  (value) => value === null || !looksLikeHash(value) || isUsableHash(value),
  'This is a hash that the portal cannot check: leave it empty, or give the password or an argon2id hash',
);

const { shape } = userEdit;

const cells = z.object({
  OWNumber: optional(
    z.string().toUpperCase().regex(OW_NUMBER, 'Must be OW and one to eight digits, the first of them not 0'),
  ),
  User_Name: registerBody.shape.User_Name,
  User_Surname: registerBody.shape.User_Surname,
  User_Email: registerBody.shape.User_Email,
  User_Mobile: optional(shape.User_Mobile),
  User_RegNo: optional(shape.User_RegNo).superRefine((value, context) => {
    const warning = idNumberWarning(value ?? '');
    if (warning !== undefined) {
      context.addIssue(warning);
    }
  }),
  User_Org: optional(shape.User_Org),
  User_Address: optional(shape.User_Address),
  User_Town: optional(shape.User_Town),
  User_Code: optional(shape.User_Code),
  User_State: optional(shape.User_State),
  User_Country: optional(shape.User_Country),
  User_VAT: optional(shape.User_VAT),
  User_Ref: optional(shape.User_Ref),
  User_DOB_Day: wholeNumber(shape.User_DOB_Day),
  User_DOB_Month: wholeNumber(shape.User_DOB_Month),
  User_DOB_Year: wholeNumber(shape.User_DOB_Year),
  User_Status: cell(z.enum(['0', '1'], 'Must be 1 (active) or 0 (inactive)').default('1')).transform(Number),
  User_Debit: cell(balance.default('0.00')),
  User_Debit_Due: optional(z.iso.date('Must be a date such as 2026-11-30')),
  User_Date: optional(instant),
  email_verified_at: optional(instant),
  user_role: cell(z.literal('client', 'Only clients can be imported').optional()).transform(() => undefined),
  User_Pass_Bkp: optional(ownHash),
});

/** False for a value that was refused, about which nothing more has to be said. */
const isDay = (value: unknown) => z.iso.date().safeParse(value).success;

/**
 * A line of the file. The columns have the names of the specification (section 3), and the rules are those of
 * registration and of User Management.
 */
const checkLine = (line: z.output<typeof cells>, context: z.RefinementCtx): void => {
  const message = birthDateFault(line);
  if (message !== undefined) {
    context.addIssue({ code: 'custom', path: ['User_DOB_Day'], message });
  }
  if (isDay(line.User_Debit_Due) && !line.User_Debit.startsWith('-')) {
    const sentence = 'Only a User_Debit below 0 is owed and can be due';
    context.addIssue({ code: 'custom', path: ['User_Debit_Due'], message: sentence });
  }
};

/** A hash of another system that was taken for a password would itself open the account, so passwords need an option. */
export const clientLines = {
  withHashes: cells.superRefine(checkLine),
  withPlainPasswords: cells.extend({ User_Pass_Bkp: optional(plainPassword) }).superRefine(checkLine),
};

export type ClientLine = z.output<typeof cells>;

export const COLUMNS = Object.keys(cells.shape);

/** Columns without which a line identifies nobody. */
export const REQUIRED_COLUMNS = ['User_Name', 'User_Surname', 'User_Email'];
