import * as z from 'zod';
import { INVITE_OBSTACLES } from '#shared/invite-obstacle.ts';
import { mailState, user } from './auth.ts';
import { factorCounts } from './factors.ts';
import { csvForm, date, fileAnswer, idInPath, noContent, timestamp } from './fields.ts';
import { RECENT_USERS_MAX, TIMELINE_SHOWN } from './limits.ts';
import { mailBlock } from './mails.ts';
import { defineRoutes } from './route.ts';
import { timelineCursor, timelineEntry, timelineKind } from './users/timeline.ts';
import { userUpdateBody } from './users/user-edit.ts';
import { recentUser, userList, userListFilters, userListQuery } from './users/user-list.ts';

export const userDetail = user.extend({
  version: z.number().int(),
  mail: mailState,
  /** The client's switch for mails that are not about the account itself. */
  mailsAreOn: z.boolean(),
  /** The block of the account's address, or its newest one of another address; null if all get mail. */
  mailBlock: mailBlock.nullable(),
  pendingEmail: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** The time until which repeated failures keep this account from signing in. */
  signInBlockedUntil: timestamp.nullable(),
  /** The account's second factors (D47). */
  factors: factorCounts,
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
  /** What is written off and still payable, which no debt counts. */
  writtenOff: z.number(),
  /** The price of all active services. */
  monthlyTotal: z.number(),
  activeServices: z.number().int(),
  services: z.number().int(),
  invoices: z.number().int(),
  joinedAt: timestamp,
  lastSignInAt: timestamp.nullable(),
  /** The newest invitation that was not given up, and why none can be ordered now; null if one can. */
  invitation: z.object({ obstacle: z.enum(INVITE_OBSTACLES).nullable(), invitedAt: timestamp.nullable() }),
});
export type UserSummary = z.infer<typeof userSummary>;

export const healthState = z.enum(['Good', 'Degraded', 'Down']);
export type HealthState = z.infer<typeof healthState>;

export const adminStats = z.object({
  totalUsers: z.number().int(),
  newSignups: z.number().int(),
  activeUsers: z.number().int(),
  systemHealth: healthState,
  /** The time since which each part was checked; null before the first check. */
  healthCheckedAt: timestamp.nullable(),
});

export type AdminStats = z.infer<typeof adminStats>;

const userInPath = z.object({ User_Id: idInPath });

export const users = defineRoutes('users', {
  stats: {
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'The figures of the admin dashboard',
    access: 'admin',
    uses: ['database'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: adminStats,
  },
  recent: {
    method: 'GET',
    path: '/api/admin/recent-users',
    summary: `The newest ${RECENT_USERS_MAX} accounts`,
    access: 'admin',
    uses: ['database'],
    isFirstRead: true,
    response: z.array(recentUser),
    readsBesideCheck: true,
  },
  list: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'A page of the clients and administrators, with the summary counts',
    access: 'admin',
    uses: ['database'],
    query: userListQuery,
    isFirstRead: true,
    response: userList,
    readsBesideCheck: true,
  },
  export: {
    method: 'GET',
    path: '/api/admin/users/export',
    summary: 'The filtered list as CSV',
    access: 'admin',
    needsProof: 'always',
    uses: ['database'],
    query: userListFilters.extend(csvForm.shape),
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
    readsBesideCheck: true,
  },
  summary: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/summary',
    summary: 'The figures of one client: money, services, invoices, the last sign-in and the invitation',
    access: 'admin',
    uses: ['database', 'mailSettings'],
    params: userInPath,
    response: userSummary,
    readsBesideCheck: true,
  },
  update: {
    method: 'PUT',
    path: '/api/admin/users/{User_Id}',
    summary: 'Edit an account, or set a new password and end its sessions',
    access: 'admin',
    needsProof: 'by-content',
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
      'Delete an account that owes nothing and has no credit, and all its data but invoices and ledger, which the law requires us to keep',
    access: 'admin',
    needsProof: 'always',
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
    refuses: ['conflict', 'has_credit', 'owes'],
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
  timeline: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/timeline',
    summary: `What happened to an account, ${TIMELINE_SHOWN} entries at a time, the newest first, from \`before\`, the cursor of the last one, on`,
    access: 'admin',
    uses: ['database'],
    params: userInPath,
    query: z.object({ before: timelineCursor.optional(), kind: timelineKind.optional() }),
    response: z.array(timelineEntry),
    readsBesideCheck: true,
  },
  'send-reset': {
    method: 'POST',
    path: '/api/admin/users/{User_Id}/password-reset',
    summary: 'Send an account a link for a new password',
    access: 'admin',
    needsProof: 'always',
    uses: ['database', 'transactions', 'mailSettings', 'accountMailQueue'],
    params: userInPath,
    response: noContent,
    status: 202,
    refuses: ['conflict'],
  },
  invite: {
    method: 'POST',
    path: '/api/admin/users/{userId}/invitation',
    summary: 'Invite an imported client, who has never signed in, to choose a password',
    access: 'admin',
    uses: ['database', 'transactions', 'mailSettings'],
    params: z.object({ userId: idInPath }),
    response: noContent,
    status: 202,
    refuses: ['conflict'],
    keeps: 'answer',
  },
});
