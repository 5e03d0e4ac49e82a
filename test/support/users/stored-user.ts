import type { StoredUser } from '#functions/ports/database/users/user-store.ts';
import { makeUser } from './made-users.ts';

/** Returns an active client as the user store does. */
export const makeStoredUser = (change: Partial<StoredUser> = {}): StoredUser => ({
  ...makeUser(),
  version: 1,
  mailsAreOn: true,
  mustChangePassword: false,
  pendingEmail: null,
  mailBlock: null,
  signInBlockedUntil: null,
  supportContactId: null,
  openTickets: 0,
  factors: { passkeys: 0, totp: false, codesLeft: 0 },
  ...change,
});
