import * as z from 'zod';
import { SECOND_STEP_WAYS } from '#shared/errors.ts';
import { requiredCode } from '../fields.ts';

/*
 * What other areas and forms need of factors, apart from the routes, so that a screen with a form does not load those.
 */

/** Binary values of WebAuthn as its JSON has them; a credential's id has at most 1,023 bytes (WebAuthn 3, 4). */
const base64url = (bytesMax: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(Math.ceil((bytesMax * 4) / 3));

const CREDENTIAL_ID_BYTES_MAX = 1_023;
const PART_BYTES_MAX = 8_192;

const credentialId = base64url(CREDENTIAL_ID_BYTES_MAX);
const part = base64url(PART_BYTES_MAX);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** What the browser answers about an existing passkey: AuthenticationResponseJSON of WebAuthn. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.optional(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

/** What the browser answers about a new passkey: RegistrationResponseJSON of WebAuthn. */
export const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type Attestation = z.infer<typeof attestation>;

/** How a session signed in (D47, D50). */
export const signedInBy = z.enum(['password', 'code', 'passkey', 'recovery']);
export type SignedInBy = z.infer<typeof signedInBy>;

/** A way to take the second step. */
export const secondStepWay = z.enum(SECOND_STEP_WAYS);

/** The figures of an account's factors, for administrators. */
export const factorCounts = z.object({
  passkeys: z.number().int(),
  totp: z.boolean(),
  codesLeft: z.number().int(),
});

export const CODE_EXPECTED = 'Enter the six digits that the app shows';
export const RECOVERY_CODE_EXPECTED = 'Enter a recovery code, such as A-1234-5678-9ABC-DEFG';

/** Spaces and hyphens between the characters are for the eye. Full-width digits are read as digits. */
const typedCode = (lengthMax: number, expected: string) =>
  requiredCode(lengthMax, expected).transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, ''));

export const totpCode = typedCode(40, CODE_EXPECTED).refine((code) => /^\d{6}$/.test(code), CODE_EXPECTED);

/** A letter for its place, and 80 bits in Crockford's base 32. */
export const recoveryCode = typedCode(60, RECOVERY_CODE_EXPECTED)
  .transform((code) => code.toUpperCase())
  .refine((code) => /^[A-J][0-9A-HJKMNP-TV-Z]{16}$/.test(code), RECOVERY_CODE_EXPECTED);
