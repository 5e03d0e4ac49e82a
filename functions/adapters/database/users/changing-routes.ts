import type { RouteId } from '#shared/contract/index.ts';

/**
 * The routes that change an account, or what it may do, and write an audit row about it. Deletion is missing, because a
 * deleted account has no page that could list it.
 */
export const CHANGING_ROUTES = [
  'auth.register',
  'account.update',
  'account.password',
  'account.change-email',
  'account.keep-email',
  'account.end-session',
  'account.end-sessions',
  'links.request-reset',
  'links.reset',
  'links.verify',
  'links.not-me',
  'users.update',
  'users.unblock',
  'users.send-reset',
  'sessions.end',
  'sessions.end-all',
  'mails.unblock',
] as const satisfies readonly RouteId[];
