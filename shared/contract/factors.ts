import * as z from 'zod';
import { attestation, totpCode } from './factors/factor-fields.ts';
import { idInPath, noContent, requiredVisible, timestamp } from './fields.ts';
import { RECOVERY_CODES } from './limits.ts';
import { REASON_LENGTH_MAX } from './money-limits.ts';
import { defineRoutes } from './route.ts';

export {
  type Assertion,
  type Attestation,
  factorCounts,
  recoveryCode,
  type SignedInBy,
  secondStepWay,
  signedInBy,
  totpCode,
} from './factors/factor-fields.ts';

export const passkey = z.object({
  id: z.uuid(),
  /** The words of the browser and system that made it, such as 'Chrome on Android'. */
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** True if its maker copies it to other devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const ownFactors = z.object({
  passkeys: z.array(passkey),
  totp: z.boolean(),
  codesLeft: z.number().int(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

/** Each works once; they are shown once. */
const recoveryCodes = z.array(z.string()).length(RECOVERY_CODES);

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, as far as we set it. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
});
export type CreationOptions = z.infer<typeof creationOptions>;

const passkeyInPath = z.object({ id: z.uuid() });

/** The second factors of one's own account, and their removal by another administrator (D47). */
export const factors = defineRoutes('factors', {
  list: {
    method: 'GET',
    path: '/api/user/factors',
    summary: "One's own passkeys, and whether an authenticator app and recovery codes are on",
    access: 'signed-in',
    beforeSetUp: true,
    uses: ['database'],
    readsBesideCheck: true,
    response: ownFactors,
  },
  'passkey-options': {
    method: 'POST',
    path: '/api/user/passkeys/options',
    summary: 'The options with which the browser makes a passkey',
    access: 'signed-in',
    beforeSetUp: true,
    needsProof: 'always',
    uses: ['database', 'sessionTokens', 'passkeyDomain'],
    response: creationOptions,
    refuses: ['conflict'],
  },
  'add-passkey': {
    method: 'POST',
    path: '/api/user/passkeys',
    summary: 'Add a passkey; the first factor brings recovery codes',
    access: 'signed-in',
    beforeSetUp: true,
    needsProof: 'always',
    uses: [
      'database',
      'transactions',
      'sessionTokens',
      'passkeys',
      'passwords',
      'userAgents',
      'mailSettings',
      'accountMailQueue',
    ],
    body: z.object({ attestation }),
    response: passkey.extend({ recoveryCodes: recoveryCodes.optional() }),
    status: 201,
    refuses: ['conflict'],
  },
  'delete-passkey': {
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    summary: "Delete one of one's own passkeys",
    access: 'signed-in',
    beforeSetUp: true,
    needsProof: 'always',
    uses: ['database', 'transactions', 'factorSettings', 'mailSettings', 'accountMailQueue'],
    params: passkeyInPath,
    response: noContent,
    status: 204,
    refuses: ['conflict'],
  },
  'begin-totp': {
    method: 'POST',
    path: '/api/user/totp',
    summary: 'A new secret for an authenticator app, which counts once a code confirms it',
    access: 'signed-in',
    beforeSetUp: true,
    needsProof: 'always',
    uses: ['database', 'factorKey'],
    response: z.object({ uri: z.string(), secret: z.string() }),
    refuses: ['conflict'],
  },
  'confirm-totp': {
    method: 'POST',
    path: '/api/user/totp/confirmation',
    summary: 'Confirm the authenticator app with its first code; the first factor brings recovery codes',
    access: 'signed-in',
    beforeSetUp: true,
    uses: [
      'database',
      'transactions',
      'sessionTokens',
      'factorKey',
      'passwords',
      'mailSettings',
      'accountMailQueue',
    ],
    body: z.object({ code: totpCode }),
    response: z.object({ recoveryCodes: recoveryCodes.optional() }),
    refuses: ['conflict', 'too_many_requests'],
  },
  'delete-totp': {
    method: 'DELETE',
    path: '/api/user/totp',
    summary: "Remove one's own authenticator app",
    access: 'signed-in',
    beforeSetUp: true,
    needsProof: 'always',
    uses: ['database', 'transactions', 'factorSettings', 'mailSettings', 'accountMailQueue'],
    response: noContent,
    status: 204,
    refuses: ['conflict'],
  },
  'renew-codes': {
    method: 'POST',
    path: '/api/user/recovery-codes',
    summary: 'Ten new recovery codes in place of the old ones',
    access: 'signed-in',
    needsProof: 'always',
    uses: ['database', 'transactions', 'passwords', 'mailSettings', 'accountMailQueue'],
    response: z.object({ codes: recoveryCodes }),
    refuses: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}/factors',
    summary: 'Remove all factors of somebody who lost them, and end their sessions',
    access: 'admin',
    needsProof: 'always',
    uses: ['database', 'transactions', 'mailSettings', 'accountMailQueue'],
    params: z.object({ User_Id: idInPath }),
    body: z.object({ reason: requiredVisible(REASON_LENGTH_MAX, 'Say why the factors are removed') }),
    response: noContent,
    status: 204,
    refuses: ['conflict'],
  },
});
