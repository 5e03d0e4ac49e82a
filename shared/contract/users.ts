import * as z from 'zod';
import { normalisePhone } from '#shared/south-africa.ts';
import { mailState, user } from './auth.ts';
import {
  date,
  email,
  fileAnswer,
  idInPath,
  newPassword,
  noContent,
  optionalText,
  personName,
  requiredText,
  role,
  timestamp,
} from './fields.ts';
import {
  CHANGES_MAX,
  CHANGES_OF_KIND_MAX,
  NAME_LENGTH_MAX,
  RECENT_USERS_MAX,
  TEXT_LENGTH_MAX,
} from './limits.ts';
import { mailBlock } from './mails.ts';
import { defineRoutes } from './route.ts';
import { recentUser, userList, userListFilters, userListQuery } from './user-list.ts';

export const userDetail = user.extend({
  version: z.number().int(),
  mail: mailState,
  /** The block of the account's address, or its newest one of another address; null if all get mail. */
  mailBlock: mailBlock.nullable(),
  pendingEmail: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** The time until which repeated failures keep this account from signing in. */
  signInBlockedUntil: timestamp.nullable(),
  /** Null where no helpdesk is configured. */
  support: z
    .object({
      openTickets: z.number().int(),
      /** Null before the client's first ticket. */
      contactUrl: z.url().nullable(),
    })
    .nullable(),
});
export type UserDetail = z.infer<typeof userDetail>;

/** The figures over one client's record. A sum may be larger than the largest amount. */
export const userSummary = z.object({
  /** All that is open, and the part of it that is overdue. */
  owed: z.number(),
  overdue: z.number(),
  /** The oldest due date of what is overdue. */
  overdueSince: date.nullable(),
  /** The price of all active services. */
  monthlyTotal: z.number(),
  activeServices: z.number().int(),
  services: z.number().int(),
  invoices: z.number().int(),
  joinedAt: timestamp,
  lastSignInAt: timestamp.nullable(),
});
export type UserSummary = z.infer<typeof userSummary>;

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;

  return z.number(message).int(message).min(min, message).max(max, message).nullable();
};

const shortText = optionalText(NAME_LENGTH_MAX);
const longText = optionalText(TEXT_LENGTH_MAX);

/** The fields of an account that an admin may change, and no others. */
export const userEdit = z
  .object({
    User_Name: personName('Name is required'),
    User_Surname: personName('Surname is required'),
    User_Email: email,
    User_Mobile: requiredText(NAME_LENGTH_MAX, 'Mobile number is required').transform(normalisePhone),
    User_RegNo: shortText,
    User_Org: longText,
    User_Address: longText,
    User_Town: shortText,
    User_Code: shortText,
    User_State: shortText,
    User_Country: shortText,
    User_VAT: shortText,
    User_Ref: shortText,
    User_DOB_Day: wholeNumber(1, 31),
    User_DOB_Month: wholeNumber(1, 12),
    User_DOB_Year: wholeNumber(1900, 2100),
    User_Status: z.number().int().min(0).max(1),
    user_role: role,
  })
  .partial();
export type UserEdit = z.infer<typeof userEdit>;

/** Either an edit, with the version that it was based on if the caller wants it checked, or a new password alone. */
export const userUpdateBody = userEdit
  .extend({ version: z.number().int().positive().optional(), User_Pass_Bkp: newPassword.optional() })
  .refine(({ User_Pass_Bkp, ...edit }) => User_Pass_Bkp === undefined || Object.keys(edit).length === 0, {
    error: 'Send either an edit or a new password, not both',
    path: ['User_Pass_Bkp'],
  })
  .refine((body) => Object.keys(body).some((key) => key !== 'version'), {
    error: 'Nothing to change was sent',
  });

export type UserUpdate = z.infer<typeof userUpdateBody>;

export const STRANGERS_ADMIN =
  "This account registered itself and may be a stranger's: its address must be verified before it can become an administrator.";

/** Sentences for administrators who change their own account here, where no present password is asked for (D60). */
export const OWN_PASSWORD = 'Change your own password under My account, which asks for your present one.';
export const OWN_EMAIL = 'Change your own email address under My account, which asks for your password.';

export const healthState = z.enum(['Good', 'Degraded', 'Down']);
export type HealthState = z.infer<typeof healthState>;

export const adminStats = z.object({
  totalUsers: z.number().int(),
  newSignups: z.number().int(),
  activeUsers: z.number().int(),
  systemHealth: healthState,
});

export type AdminStats = z.infer<typeof adminStats>;

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
] as const;

/** A change of an account, without its values. */
export const accountChange = z.object({
  /** The route by which it was made. */
  action: z.enum(CHANGING_ROUTES),
  fields: z.array(z.string()),
  /** True if the account's owner made it. */
  byOwner: z.boolean(),
  createdAt: timestamp,
});
export type AccountChange = z.infer<typeof accountChange>;

const userInPath = z.object({ User_Id: idInPath });

export const users = defineRoutes('users', {
  stats: {
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'The figures of the admin dashboard',
    access: 'admin',
    uses: ['database'],
    readsOnly: true,
    response: adminStats,
  },
  recent: {
    method: 'GET',
    path: '/api/admin/recent-users',
    summary: `The newest ${RECENT_USERS_MAX} accounts`,
    access: 'admin',
    uses: ['database'],
    response: z.array(recentUser),
  },
  list: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'A page of the clients and administrators, with the summary counts',
    access: 'admin',
    uses: ['database'],
    query: userListQuery,
    response: userList,
  },
  export: {
    method: 'GET',
    path: '/api/admin/users/export',
    summary: 'The filtered list as CSV',
    access: 'admin',
    uses: ['database'],
    query: userListFilters,
    response: fileAnswer,
    refuses: ['conflict'],
    contentType: 'text/csv; charset=utf-8',
  },
  read: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}',
    summary: 'One client or administrator',
    access: 'admin',
    uses: ['database', 'supportSettings', 'mailSettings'],
    params: userInPath,
    response: userDetail,
  },
  summary: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/summary',
    summary: 'The figures of one client: money, services, invoices and the last sign-in',
    access: 'admin',
    uses: ['database'],
    params: userInPath,
    response: userSummary,
  },
  update: {
    method: 'PUT',
    path: '/api/admin/users/{User_Id}',
    summary: 'Edit an account, or set a new password and end its sessions',
    access: 'admin',
    uses: [
      'database',
      'transactions',
      'passwords',
      'commonPasswords',
      'supportSettings',
      'helpdeskContactQueue',
      'mailSettings',
      'accountMailQueue',
    ],
    params: userInPath,
    body: userUpdateBody,
    response: userDetail,
    conflict: userDetail,
  },
  delete: {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}',
    summary:
      'Delete an account without credit, and all its data but invoices and ledger, which the law requires us to keep',
    access: 'admin',
    uses: [
      'database',
      'transactions',
      'supportSettings',
      'helpdeskContactQueue',
      'mailSettings',
      'accountMailQueue',
    ],
    params: userInPath,
    response: noContent,
    status: 204,
    refuses: ['conflict', 'has_credit'],
  },
  unblock: {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}/sign-in-block',
    summary: 'Let an account sign in again that repeated failures have blocked',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: userInPath,
    response: noContent,
    status: 204,
  },
  changes: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/changes',
    summary: `The newest ${CHANGES_MAX} changes of an account, by its owner and by administrators, and the newest ${CHANGES_OF_KIND_MAX} of each kind`,
    access: 'admin',
    uses: ['database'],
    params: userInPath,
    response: z.array(accountChange),
  },
  'send-reset': {
    method: 'POST',
    path: '/api/admin/users/{User_Id}/password-reset',
    summary: 'Send an account a link for a new password',
    access: 'admin',
    uses: ['database', 'transactions', 'mailSettings', 'accountMailQueue'],
    params: userInPath,
    response: noContent,
    status: 202,
    refuses: ['conflict'],
  },
});
