import * as z from 'zod';
import { AMOUNT_MAX } from '#shared/money.ts';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, ROLES } from './limits.ts';

/**
 * Field schemas that several routes share; a limit that the spec leaves open comes from decisions.md. Every Lambda
 * builds all of the contract's schemas when it starts, so one that is used often is built once.
 */

/** Postgres stores no NUL character, so a text with one is refused here and not by the database. */
const withoutNul = (value: string) => !value.includes('\0');

export const text = (lengthMax: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(lengthMax, `Must be at most ${lengthMax} characters`),
      z.refine(withoutNul, 'Must not contain a NUL character'),
    );

export const requiredText = (lengthMax: number, message: string) =>
  text(lengthMax).refine((value) => value.length > 0, message);

/** An optional text: an empty one is stored as none, any other in its normalised form. */
export const optionalText = (lengthMax: number, normalise = (value: string) => value) =>
  text(lengthMax)
    .transform((value) => (value === '' ? null : normalise(value)))
    .nullable()
    .optional();

/** Refuses a text for which the rule has a sentence, with that sentence. */
export const refuse =
  (rule: (value: string) => string | undefined) =>
  (value: string, context: z.RefinementCtx<string>): void => {
    const message = rule(value);
    if (message !== undefined) context.addIssue(message);
  };

export const email = text(EMAIL_LENGTH_MAX).pipe(z.email('Invalid email address'));

export const newPassword = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `Password must be at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX, `Password must be at most ${PASSWORD_LENGTH_MAX} characters`);

export const textOrNull = z.string().nullable();
export const wholeNumberOrNull = z.number().int().nullable();

export const id = z.number().int().positive();
export const idInPath = z.coerce.number().int().positive();

/** Holds for large amounts, too, where a number times 100 is no longer whole. */
const isWholeCents = (amount: number) => Number(amount.toFixed(2)) === amount;

/** An amount of rand on the wire: a number with at most two decimals. */
export const amount = z
  .number()
  .max(AMOUNT_MAX, 'Amount is too large')
  .refine(isWholeCents, 'Amount must have at most two decimals');

/** An instant on the wire: ISO 8601 with Z. */
export const timestamp = z.iso.datetime();

export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** Bytes that a route answers as a file. */
export const fileAnswer = z.object({
  fileName: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** The answer of a route with status 204. */
export const noContent = z.void();
