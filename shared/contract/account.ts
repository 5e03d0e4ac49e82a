import * as z from 'zod';
import { ownUser } from './auth/own-user.ts';
import { assertion } from './factors/factor-fields.ts';
import { newPassword, noContent, password, requiredEmail } from './fields.ts';
import { MAILS_MAX } from './limits.ts';
import { mail } from './mails.ts';
import { defineRoutes } from './route.ts';
import { session, sessionInPath } from './sessions.ts';
import { userEdit } from './users/user-edit.ts';

export const SAME_PASSWORD = 'This is your password already. Please choose another.';
export const WRONG_PASSWORD = 'This is not your password.';

/** The refusal of a new address to which this account gets no mail, so that its link would not arrive. */
export const EMAIL_BLOCKED = 'We cannot send mail to this address. An administrator can allow it again.';

/** The fields of an account that a client may change (D49), the mail switch, and the version of the edit. */
export const ownEdit = userEdit
  .pick({
    User_Name: true,
    User_Surname: true,
    User_Mobile: true,
    User_Org: true,
    User_Address: true,
    User_Town: true,
    User_Code: true,
    User_State: true,
    User_Country: true,
  })
  .extend({ mailsAreOn: z.boolean().optional() });
export type OwnEdit = z.infer<typeof ownEdit>;

export const ownUpdateBody = ownEdit
  .extend({ version: z.number().int().positive().optional() })
  .refine((body) => Object.keys(body).some((key) => key !== 'version'), {
    error: 'Nothing to change was sent',
  });

const currentPassword = password.min(1, 'Current password is required');

export const proofByPassword = z.strictObject({ password: currentPassword });

export const passwordBody = z.object({ currentPassword, User_Pass_Bkp: newPassword });

export const emailBody = z.object({
  User_Email: requiredEmail,
  currentPassword,
});

/** The signed-in user's acts on their own account (D49, D60). */
export const account = defineRoutes('account', {
  update: {
    method: 'PUT',
    path: '/api/user',
    summary: "Change one's own details",
    access: 'client',
    uses: ['database', 'mailSettings', 'supportSettings'],
    body: ownUpdateBody,
    response: ownUser,
    conflict: ownUser,
    refuses: ['too_many_requests'],
  },
  password: {
    method: 'PUT',
    path: '/api/user/password',
    summary: "Change one's own password and end all other sessions",
    access: 'signed-in',
    beforeNewPassword: true,
    beforeSetUp: true,
    uses: [
      'database',
      'transactions',
      'passwords',
      'commonPasswords',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
    ],
    body: passwordBody,
    response: noContent,
    status: 204,
    refuses: ['too_many_requests'],
  },
  proof: {
    method: 'POST',
    path: '/api/user/proof',
    summary: 'Prove again who is signed in, for ten minutes',
    access: 'signed-in',
    beforeSetUp: true,
    uses: ['database', 'passwords', 'passkeys', 'sessionTokens'],
    body: z.union([z.object({ password: currentPassword }), z.strictObject({ assertion })]),
    response: noContent,
    status: 204,
    refuses: ['too_many_requests'],
  },
  'change-email': {
    method: 'POST',
    path: '/api/user/email',
    summary:
      'Ask for another email address; it is changed when the link in the mail to it is used, and in a portal without mail at once for an administrator',
    access: 'signed-in',
    uses: [
      'database',
      'transactions',
      'passwords',
      'sessionTokens',
      'supportSettings',
      'mailSettings',
      'accountMailQueue',
    ],
    body: emailBody,
    response: noContent,
    status: 202,
    refuses: ['conflict', 'too_many_requests'],
  },
  'keep-email': {
    method: 'DELETE',
    path: '/api/user/email',
    summary: 'End a change of address that was asked for',
    access: 'signed-in',
    uses: ['database', 'transactions'],
    response: noContent,
    status: 204,
  },
  verification: {
    method: 'POST',
    path: '/api/user/verification',
    summary: 'Send the mail again that verifies the address',
    access: 'signed-in',
    uses: ['database', 'sessionTokens', 'mailSettings', 'accountMailQueue'],
    response: noContent,
    status: 202,
    refuses: ['conflict', 'too_many_requests'],
  },
  sessions: {
    method: 'GET',
    path: '/api/user/sessions',
    summary: "One's own sessions, the newest first",
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    response: z.array(session),
  },
  'end-session': {
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    summary: "End one of one's own sessions; the current one as at signing out",
    access: 'signed-in',
    uses: ['database', 'transactions'],
    params: sessionInPath,
    response: noContent,
    status: 204,
  },
  'end-sessions': {
    method: 'DELETE',
    path: '/api/user/sessions',
    summary: "End all of one's own sessions but the current one",
    access: 'signed-in',
    uses: ['database', 'transactions'],
    response: noContent,
    status: 204,
  },
  mails: {
    method: 'GET',
    path: '/api/user/mails',
    summary: `The newest ${MAILS_MAX} mails of one's own account`,
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    response: z.array(mail),
  },
});
