import { getTableColumns } from 'drizzle-orm';
import * as z from 'zod';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import {
  helpdeskCopy,
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';

/** The value of every smuggled text, and so of a password that somebody types. */
export const SMUGGLED_WORD = 'smuggled';
const NUMBER = 7_654_321;

/** Matches what is stored if a field was taken that the contract does not name. */
export const SMUGGLED = new RegExp(`${SMUGGLED_WORD}|${NUMBER}`);

const TABLES = [
  users,
  services,
  invoices,
  sessions,
  helpdeskTickets,
  helpdeskEntries,
  helpdeskCopy,
  helpdeskMessages,
];

const smuggledValueOf = (dataType: string): unknown =>
  ({ number: NUMBER, bigint: NUMBER, boolean: true })[dataType] ?? SMUGGLED_WORD;

/** A value for every column of the tables that routes write, as if each were a field of the request. */
export const smuggledFields: Record<string, unknown> = {
  ...Object.fromEntries(
    TABLES.flatMap((table) =>
      Object.entries(getTableColumns(table)).map(([name, { dataType }]) => [name, smuggledValueOf(dataType)]),
    ),
  ),
  user_role: 'admin',
  User_Status: 0,
  User_Role: 'admin',
  userId: NUMBER,
  isAdmin: true,
  emailVerified: true,
  totalAmount: NUMBER,
  invoiceNumber: SMUGGLED_WORD,
  fileName: SMUGGLED_WORD,
  createdAt: SMUGGLED_WORD,
  constructor: { [SMUGGLED_WORD]: true },
};

/** Lists the fields that the contract of a route lets a caller set. */
export const namedFields = (route: Route): string[] =>
  route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : [];

/** Adds every smuggled field that the contract of the route does not name. */
export const withSmuggled = (route: Route, body: object | undefined): object => {
  const named = namedFields(route);

  return {
    ...Object.fromEntries(Object.entries(smuggledFields).filter(([name]) => !named.includes(name))),
    ...body,
  };
};

/** Columns that an edit changes in addition to those that the caller chose. */
export const MOVED_BY_AN_EDIT = [
  'email_verified_at',
  'search_name',
  'search_org',
  'search_surname',
  'search_text',
  'version',
];

/** Columns of an account that a route may change. */
export const MOVED_BY: Partial<Record<RouteId, readonly string[]>> = {
  // The first ticket creates the client's contact (D18).
  'tickets.create': ['User_Support_Id'],
  // What the request names.
  'account.update': ['User_Town', 'search_text', 'version'],
  'account.password': ['User_Pass_Bkp'],
  'account.change-email': ['pending_email', 'pending_email_at'],
  'account.keep-email': ['pending_email', 'pending_email_at'],
  'links.reset': ['User_Pass_Bkp', 'email_verified_at'],
  // The account gets the address that it asked for.
  'links.verify': ['User_Email', 'pending_email', 'pending_email_at', ...MOVED_BY_AN_EDIT],
  // The account was registered and never verified, so it gives its address free.
  'links.not-me': ['User_Email', 'User_Status', 'search_text', 'version'],
  // The same.
  'users.update': ['User_Town', 'search_text', 'version'],
  // The balance is the sum of the account's entries (D53).
  'invoices.create': ['User_Debit'],
  'invoices.status': ['User_Debit'],
  'credit-notes.create': ['User_Debit'],
  'payments.record': ['User_Debit'],
  'payments.reverse': ['User_Debit'],
  // The other client's balance, too.
  'payments.move': ['another account', 'User_Debit'],
  'payments.refund': ['User_Debit'],
  'payments.correct': ['User_Debit'],
  'write-offs.invoice': ['User_Debit'],
  'write-offs.undo-invoice': ['User_Debit'],
  'write-offs.opening': ['User_Debit'],
  'write-offs.undo-opening': ['User_Debit'],
  'write-offs.clients': ['User_Debit'],
};
