import * as z from 'zod';
import { idNumberWarning } from '#shared/number-rules.ts';
import { normalisePhone } from '#shared/south-africa.ts';
import { assertion, recoveryCode, secondStepWay, totpCode } from './factors.ts';
import {
  newPassword,
  noContent,
  optionalText,
  password,
  personName,
  refuse,
  requiredCode,
  requiredEmail,
  role,
  textOrNull,
  wholeNumberOrNull,
} from './fields.ts';
import { NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';

/** The signed-in user, and the user that an admin reads: every field except the password and the stored extras. */
export const user = z.object({
  /** 0 is the canary's, whose sign-ins prove that the portal answers; every other id is positive. */
  User_Id: z.number().int().nonnegative(),
  User_Name: z.string(),
  User_Surname: z.string(),
  User_Email: z.string(),
  User_Mobile: textOrNull,
  User_RegNo: textOrNull,
  OWNumber: z.string(),
  user_role: role,
  User_Org: textOrNull,
  User_Address: textOrNull,
  User_Town: textOrNull,
  User_Code: textOrNull,
  User_State: textOrNull,
  User_Country: textOrNull,
  User_VAT: textOrNull,
  User_Ref: textOrNull,
  User_DOB_Day: wholeNumberOrNull,
  User_DOB_Month: wholeNumberOrNull,
  User_DOB_Year: wholeNumberOrNull,
  User_Status: z.number().int().min(0).max(1),
  User_Debit: z.number(),
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof user>;

/** Whether mail goes to the account's address; 'off' where the portal sends none. */
export const mailState = z.enum(['off', 'on', 'blocked']);
export type MailState = z.infer<typeof mailState>;

/** The signed-in user, with further details of their own account. */
export const ownUser = user.extend({
  version: z.number().int(),
  mail: mailState,
  /** The user's switch for mails that are not about the account itself. */
  mailsAreOn: z.boolean(),
  /** True until the user chooses a password in place of one that somebody else set (D49). */
  mustChangePassword: z.boolean(),
  /** The address that waits for its link to be used. */
  pendingEmail: z.string().nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

export const EMAIL_TAKEN = 'This email address is already registered.';

export const PASSWORD_TOO_EASY = 'This password is too easy to guess. Please choose another.';

export const loginBody = z.object({
  identifier: requiredCode(TEXT_LENGTH_MAX, 'Email address or OW number is required'),
  password: password.min(1, 'Password is required'),
  rememberMe: z.boolean().default(false),
});

export const registerBody = z.object({
  User_Name: personName('First name is required'),
  User_Surname: personName('Last name is required'),
  User_Email: requiredEmail,
  User_Mobile: requiredCode(NAME_LENGTH_MAX, 'Phone number is required').transform(normalisePhone),
  User_RegNo: requiredCode(NAME_LENGTH_MAX, 'ID Number or Passport Number is required').superRefine(
    refuse(idNumberWarning),
  ),
  User_Org: optionalText(TEXT_LENGTH_MAX),
  User_Pass_Bkp: newPassword,
});
export type Registration = z.infer<typeof registerBody>;

/** The answer to a right password where a second step follows. */
export const secondStepOpen = z.object({ secondStep: z.object({ ways: z.array(secondStepWay) }) });

/** What the browser needs to ask for a passkey; the challenge holds for five minutes. */
export const passkeyOffer = z.object({ challenge: z.string(), rpId: z.string() });
export type PasskeyOffer = z.infer<typeof passkeyOffer>;

const secondStepBody = z.union([
  z.object({ assertion }),
  z.object({ code: totpCode }),
  z.object({ recoveryCode }),
]);

export const auth = defineRoutes('auth', {
  user: {
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user',
    access: 'signed-in',
    beforeNewPassword: true,
    beforeSetUp: true,
    uses: ['database', 'mailSettings'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: ownUser,
  },
  options: {
    method: 'GET',
    path: '/api/auth-options',
    summary: 'What the sign-in page offers',
    access: 'public',
    uses: ['database', 'sessionTokens', 'mailSettings', 'passkeyDomain'],
    isFirstRead: true,
    /** `passkeys` is null where the portal has no domain that a passkey could name. */
    response: z.object({ passwordReset: z.boolean(), passkeys: passkeyOffer.nullable() }),
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with an email address or OW number',
    access: 'public',
    uses: ['database', 'passwords', 'userAgents', 'sessionTokens', 'mailSettings', 'accountMailQueue'],
    body: loginBody,
    response: z.union([secondStepOpen, ownUser]),
    refuses: ['unauthenticated', 'too_many_requests'],
  },
  passkey: {
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey',
    access: 'public',
    uses: ['database', 'passkeys', 'userAgents', 'sessionTokens', 'mailSettings', 'accountMailQueue'],
    body: z.object({ assertion, rememberMe: z.boolean().default(false) }),
    response: ownUser,
    refuses: ['unauthenticated', 'too_many_requests'],
  },
  'second-step': {
    method: 'POST',
    path: '/api/login/second-step',
    summary: 'Complete a sign-in whose password was right with a second factor',
    // It finds its own open session, one call earlier than the gate could hand it over.
    access: 'public',
    uses: [
      'database',
      'passkeys',
      'factorKey',
      'passwords',
      'userAgents',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
    ],
    body: secondStepBody,
    response: ownUser,
    refuses: ['unauthenticated', 'too_many_requests'],
  },
  register: {
    method: 'POST',
    path: '/api/register',
    summary: 'Open a client account and sign in; the server issues User_Id, OWNumber and user_role',
    access: 'public',
    uses: [
      'database',
      'transactions',
      'passwords',
      'userAgents',
      'commonPasswords',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
    ],
    body: registerBody,
    response: ownUser,
    status: 201,
    refuses: ['conflict', 'too_many_requests'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'End the session, if there is one',
    access: 'public',
    endsSession: true,
    uses: ['database', 'sessionTokens'],
    response: noContent,
    status: 204,
  },
});
