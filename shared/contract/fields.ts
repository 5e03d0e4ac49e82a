import * as z from 'zod';
import { STORABLE_DAYS } from '#shared/calendar.ts';
import { readEmail } from '#shared/email-address.ts';
import { AMOUNT_MAX } from '#shared/money.ts';
import { isText, trimInvisible, withoutInvisible } from '#shared/text/text.ts';
import { VISIBLE } from '#shared/text/visible.ts';
import {
  CSV_FORMS,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  ROLES,
} from './limits.ts';

/**
 * Field schemas that several routes share; a limit that the spec leaves open comes from decisions.md. Every Lambda
 * builds all of the contract's schemas when it starts, so one that is used often is built once.
 */

const LONE_SURROGATE = /\p{Surrogate}/u;
const DIRECTION_CONTROL = /\p{Bidi_Control}/u;
const LINE_BREAK_OR_TAB = /\r\n|[\t\r\n]/g;

export const NOT_TEXT = 'This contains a character that cannot be read. Please type it again.';
export const TURNS_DIRECTION =
  'This contains a hidden character that changes the direction of writing. Please type it again.';

/** Makes the sentence of a field for a missing value. */
export const whenMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? message : undefined),
});

type Params = ReturnType<typeof whenMissing>;

/** A text of one line, whose length counts as it is read: a tab or line break that was pasted into it becomes a space. */
const oneLine = (lengthMax: number, read: (typed: string) => string, params?: Params) =>
  z.string(params).check(
    z.refine(isText, NOT_TEXT),
    z.overwrite((value) => read(value.replace(LINE_BREAK_OR_TAB, ' '))),
    z.maxLength(lengthMax, `Must be at most ${lengthMax} characters`),
  );

const required = (line: ReturnType<typeof oneLine>, message: string) =>
  line.refine((value) => value.length > 0, message);

export const text = (lengthMax: number, params?: Params) => oneLine(lengthMax, trimInvisible, params);

export const requiredText = (lengthMax: number, message: string) =>
  required(text(lengthMax, whenMissing(message)), message);

/** A number, phone or username: no invisible character has a meaning in it (D77). */
const readCode = (typed: string): string => withoutInvisible(typed).trim();

export const requiredCode = (lengthMax: number, message: string) =>
  required(oneLine(lengthMax, readCode, whenMissing(message)), message);

/** A text that always appears next to other words, such as a subject, and so must not change their direction. */
export const requiredTitle = (lengthMax: number, message: string) =>
  requiredText(lengthMax, message).refine((value) => !DIRECTION_CONTROL.test(value), TURNS_DIRECTION);

/** A visible letter or number: hidden characters, some of which count as letters, do not make a name. */
const LETTER_OR_NUMBER = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** A text that its readers can see: hidden characters alone count as empty. */
export const requiredVisible = (lengthMax: number, message: string) =>
  text(lengthMax, whenMissing(message)).refine((value) => VISIBLE.test(value), message);

export const personName = (message: string) =>
  text(NAME_LENGTH_MAX, whenMissing(message))
    .refine((value) => LETTER_OR_NUMBER.test(value), message)
    .refine((value) => !DIRECTION_CONTROL.test(value), TURNS_DIRECTION);

/** A text of several lines: tabs and line breaks stay as they are. */
export const requiredLines = (
  lengthMax: number,
  message: string,
  tooLong = `Must be at most ${lengthMax} characters`,
) =>
  z
    .string(whenMissing(message))
    .check(z.refine(isText, NOT_TEXT), z.trim(), z.minLength(1, message), z.maxLength(lengthMax, tooLong));

/** Stores an empty text as null, and any other in its normalised form. */
const optional = (line: ReturnType<typeof oneLine>, normalise: (value: string) => string | null) =>
  line
    .transform((value) => (value === '' ? null : normalise(value)))
    .nullable()
    .optional();

/** An optional text: an empty one is stored as null, any other in its normalised form. */
export const optionalText = (
  lengthMax: number,
  normalise: (value: string) => string | null = (value) => value,
) => optional(text(lengthMax), normalise);

export const optionalCode = (lengthMax: number, normalise: (value: string) => string = (value) => value) =>
  optional(oneLine(lengthMax, readCode), normalise);

/** As `optionalText`, but a text without a visible character counts as empty. */
export const optionalVisible = (lengthMax: number) =>
  optionalText(lengthMax, (value) => (VISIBLE.test(value) ? value : null));

/** Refuses a text with the sentence that the rule returns for it. */
export const refuse =
  (rule: (value: string) => string | undefined) =>
  (value: string, context: z.RefinementCtx<string>): void => {
    const message = rule(value);
    if (message !== undefined) {
      context.addIssue(message);
    }
  };

const INVALID_EMAIL = 'Invalid email address';
export const EMAIL_LETTERS = 'Before the @, mail reaches only plain letters such as a to z, digits and signs';

/** A dot stands between letters, the local part has at most 64 (RFC 5321), and a domain ends in a name. */
const DOTTED = /^(?=[^@]{1,64}@)[^@.]+(?:\.[^@.]+)*@(?:[^@.]+\.)+(?=[^@.]*[a-z])[^@.]{2,}$/i;

const emailForm = z
  .email({ pattern: z.regexes.html5Email, error: INVALID_EMAIL, abort: true })
  .refine((address) => DOTTED.test(address), INVALID_EMAIL);

const emailLine = (params?: Params) => oneLine(EMAIL_LENGTH_MAX, readEmail, params);
const asEmail = (line: ReturnType<typeof emailLine>) =>
  line
    .refine((address) => !/\P{ASCII}/u.test(address.slice(0, address.lastIndexOf('@') + 1)), EMAIL_LETTERS)
    .pipe(emailForm);

export const email = asEmail(emailLine());

const EMAIL_REQUIRED = 'Email address is required';
export const requiredEmail = asEmail(required(emailLine(whenMissing(EMAIL_REQUIRED)), EMAIL_REQUIRED));

/** More code units than those of which any password of the longest allowed length can be composed. */
const COMPOSED_MAX = 4 * PASSWORD_LENGTH_MAX;

/**
 * A password is taken in one composition (NFC), because keyboards differ in theirs, and else unchanged; only half a
 * surrogate pair is refused, because no two systems hash it alike.
 */
export const password = z.string().check(
  z.refine((value) => !LONE_SURROGATE.test(value), NOT_TEXT),
  z.overwrite((value) => (value.length > COMPOSED_MAX ? value : value.normalize('NFC'))),
  z.maxLength(PASSWORD_LENGTH_MAX, `Password must be at most ${PASSWORD_LENGTH_MAX} characters`),
);

const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_LENGTH_MIN} characters`;

/** Spaces count, but a password of spaces alone counts as empty (D1). */
export const newPassword = password
  .min(PASSWORD_LENGTH_MIN, PASSWORD_TOO_SHORT)
  .refine((value) => value.trim() !== '', PASSWORD_TOO_SHORT);

export const textOrNull = z.string().nullable();
export const wholeNumberOrNull = z.number().int().nullable();

export const id = z.number().int().positive();

const DIGITS = /^-?\d+$/;

/** A number in an address, written in plain digits and in no other way: not '1.0', '0x1', ' 1' or '1e3'. */
export const numberInAddress = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value), schema);

const AMOUNT_EXPECTED = 'Enter an amount such as 500 or 12.50';
const AMOUNT = /^\d+(\.\d{1,2})?$/;

/** An amount of rand in an address, such as '500' or '12.50'. */
export const amountInAddress = z.preprocess(
  (value) => (typeof value === 'string' && AMOUNT.test(value) ? Number(value) : value),
  z.number(AMOUNT_EXPECTED).min(0, AMOUNT_EXPECTED).max(AMOUNT_MAX, 'Amount is too large'),
);

/** A choice in an address, 'true' or 'false'. */
export const choiceInAddress = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean(),
);

export const idInPath = numberInAddress(id);
/** The path of a route about one client. */
export const ofClient = z.object({ userId: idInPath });

/** Like `idInPath`, for a record that may still wait to be created at a vendor and has a negative id until then. */
export const idOrWaitingInPath = numberInAddress(z.number().int());

/** True if an amount is whole cents, also for large amounts, where a number times 100 is no longer whole. */
const isWholeCents = (amount: number) => Number(amount.toFixed(2)) === amount;

/** An amount of rand on the wire: a number with at most two decimals. */
export const amount = z
  .number()
  .max(AMOUNT_MAX, 'Amount is too large')
  .refine(isWholeCents, 'Amount must have at most two decimals');

/** A day of the portal's calendar on the wire: '2026-11-28'. */
export const date = z.iso.date();

export const storableDay = date
  .refine((day) => day >= STORABLE_DAYS.first, 'The year must not be before 1900')
  .refine((day) => day <= STORABLE_DAYS.last, 'The year must not be after 2999');

const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;

/** The first and the last day of a period. */
export const period = z
  .object({ from: storableDay, to: storableDay })
  .refine(isInOrder, { error: 'The last day must not be before the first', path: ['to'] });

/** 'YYYY-MM' */
export const month = z.stringFormat(
  'month',
  /^(19|20)\d{2}-(0[1-9]|1[0-2])$/,
  'Month must have the form YYYY-MM, such as 2026-10',
);

/** An instant on the wire: ISO 8601 with Z. */
export const timestamp = z.iso.datetime();

export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** Which program a CSV file is for (D77); a call that does not say gets the one for programs. */
export const csvForm = z.object({ for: z.enum(CSV_FORMS).default('programs') });
export type CsvForm = z.infer<typeof csvForm>['for'];

/** Bytes that a route answers as a file. */
export const fileAnswer = z.object({
  fileName: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** The address, valid for a few minutes, from which the browser gets a file that is too large to answer. */
export const fileElsewhere = z.object({ location: z.url({ protocol: /^https?$/ }) });

/** The answer of a route with status 204. */
export const noContent = z.void();
