import type { OwnUser, User } from '#shared/contract/auth.ts';
import type { UserDetail, UserSummary } from '#shared/contract/users.ts';

/** Returns an active client with a verified address. */
export const makeUser = (change: Partial<User> = {}): User => ({
  User_Id: 7,
  User_Name: 'Thandi',
  User_Surname: 'Nkosi',
  User_Email: 'thandi@example.com',
  User_Mobile: '+27821234567',
  User_RegNo: null,
  OWNumber: 'OW10007',
  user_role: 'client',
  User_Org: null,
  User_Address: null,
  User_Town: null,
  User_Code: null,
  User_State: null,
  User_Country: null,
  User_VAT: null,
  User_Ref: null,
  User_DOB_Day: null,
  User_DOB_Month: null,
  User_DOB_Year: null,
  User_Status: 1,
  User_Debit: 0,
  emailVerified: true,
  ...change,
});

/** Returns a client as the client sees the account. */
export const makeOwnUser = (change: Partial<OwnUser> = {}): OwnUser => ({
  ...makeUser(),
  version: 1,
  mail: 'on',
  mailsAreOn: true,
  mustChangePassword: false,
  pendingEmail: null,
  ...change,
});

/** Returns a client as administrators see the account. */
export const makeUserDetail = (change: Partial<UserDetail> = {}): UserDetail => ({
  ...makeUser(),
  version: 1,
  mail: 'on',
  mailsAreOn: true,
  mailBlock: null,
  pendingEmail: null,
  mustChangePassword: false,
  signInBlockedUntil: null,
  factors: { passkeys: 0, totp: false, codesLeft: 0 },
  support: null,
  ...change,
});

/** Returns the figures of a client who has nothing and never signed in. */
export const makeUserSummary = (change: Partial<UserSummary> = {}): UserSummary => ({
  owed: 0,
  overdue: 0,
  overdueSince: null,
  writtenOff: 0,
  monthlyTotal: 0,
  activeServices: 0,
  services: 0,
  invoices: 0,
  joinedAt: '2026-01-01T00:00:00Z',
  lastSignInAt: null,
  invitation: { obstacle: 'registered', invitedAt: null },
  ...change,
});
