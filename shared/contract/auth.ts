import * as z from 'zod';
import { loginBody, ownUser, registerBody } from './auth/own-user.ts';
import { assertion, recoveryCode, secondStepWay, totpCode } from './factors/factor-fields.ts';
import { noContent } from './fields.ts';
import { defineRoutes } from './route.ts';

export {
  EMAIL_TAKEN,
  loginBody,
  type MailState,
  mailState,
  type OwnUser,
  ownUser,
  PASSWORD_TOO_EASY,
  type Registration,
  registerBody,
  type User,
  user,
} from './auth/own-user.ts';

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
    refuses: ['unauthenticated', 'unknown_passkey', 'too_many_requests'],
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
