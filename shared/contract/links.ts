import * as z from 'zod';
import { newPassword, noContent, requiredEmail, requiredText } from './fields.ts';
import { TEXT_LENGTH_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';

export const RESET_ASKED =
  'If an account has this address, a mail is on its way. The link holds for 30 minutes.';

export const resetRequestBody = z.object({
  User_Email: requiredEmail,
});

/** The token of a link. An unknown token is refused like a used one (410). */
export const tokenBody = z.object({ token: requiredText(TEXT_LENGTH_MAX, 'Link is required') });

export const resetBody = tokenBody.extend({ User_Pass_Bkp: newPassword });

/** What a link for a password tells before it is used: that it is an invitation, and not whose. A reset tells nothing. */
export const heldLink = z.object({ purpose: z.literal('invite') }).optional();
export type HeldLink = z.infer<typeof heldLink>;

/** The address to sign in with, for the client who was invited and has never done so. A reset tells nothing. */
export const usedLink = z.object({ User_Email: z.string() }).optional();
export type UsedLink = z.infer<typeof usedLink>;

/** The links of mails (D46): their pages are public and work whoever is signed in. */
export const links = defineRoutes('links', {
  'request-reset': {
    method: 'POST',
    path: '/api/password-reset',
    summary: 'Send a link for a new password, if an account has the address',
    access: 'public',
    uses: ['database', 'sessionTokens', 'mailSettings', 'accountMailQueue'],
    body: resetRequestBody,
    response: z.object({ message: z.string() }),
    status: 202,
    refuses: ['not_found', 'too_many_requests'],
  },
  'check-reset': {
    method: 'POST',
    path: '/api/password-reset/check',
    summary: 'Ask whether a link for a password still holds, and whether it is that of an invitation',
    access: 'public',
    uses: ['database', 'sessionTokens'],
    body: tokenBody,
    response: heldLink,
    mayBeEmpty: true,
    refuses: ['gone'],
  },
  reset: {
    method: 'POST',
    path: '/api/password-reset/confirm',
    summary: 'Set a new password by a link, verify its address and end all sessions',
    access: 'public',
    uses: [
      'database',
      'transactions',
      'passwords',
      'commonPasswords',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
      'supportSettings',
      'helpdeskContactQueue',
    ],
    body: resetBody,
    response: usedLink,
    mayBeEmpty: true,
    refuses: ['gone', 'too_many_requests'],
  },
  'check-verification': {
    method: 'POST',
    path: '/api/email-verification/check',
    summary: 'Ask whether a link that verifies an address still holds',
    access: 'public',
    uses: ['database', 'sessionTokens'],
    body: tokenBody,
    response: noContent,
    status: 204,
    refuses: ['gone'],
  },
  verify: {
    method: 'POST',
    path: '/api/email-verification',
    summary: "Verify an account's address, or change it to the one that was asked for",
    access: 'public',
    uses: [
      'database',
      'transactions',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
      'supportSettings',
      'helpdeskContactQueue',
    ],
    body: tokenBody,
    response: noContent,
    status: 204,
    refuses: ['unauthenticated', 'no_cookie', 'conflict', 'gone'],
  },
  'not-me': {
    method: 'POST',
    path: '/api/not-me',
    summary:
      'Say that a mail was for somebody else: end its link, and stop mail of that account to this address',
    access: 'public',
    uses: [
      'database',
      'transactions',
      'sessionTokens',
      'mailSettings',
      'accountMailQueue',
      'supportSettings',
    ],
    body: tokenBody,
    response: noContent,
    status: 204,
    refuses: ['gone'],
  },
});
