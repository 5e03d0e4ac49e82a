import * as z from 'zod';
import { user } from '../auth.ts';
import { numberInAddress, role, text, timestamp } from '../fields.ts';
import {
  PAGE_MAX,
  PAGE_SIZES,
  SEARCH_LENGTH_MAX,
  SORT_ORDERS,
  USER_GROUPS,
  USER_SORTS,
  USER_STATUSES,
} from '../limits.ts';

/** A row of the list. It has no ID number, address or birth date, which only the answer about one client has. */
const userListRow = user.pick({
  User_Id: true,
  User_Name: true,
  User_Surname: true,
  User_Email: true,
  User_Mobile: true,
  OWNumber: true,
  user_role: true,
  User_Org: true,
  User_VAT: true,
  User_Ref: true,
  User_Status: true,
  User_Debit: true,
  emailVerified: true,
});
export type UserRow = z.infer<typeof userListRow>;

/** A row of the list, with its figures of money and services. */
const userListEntry = userListRow.extend({
  User_Date: timestamp,
  /** True while the present address is blocked, for whatever reason. */
  mailComesBack: z.boolean(),
  /** What the account owes, and the part of it that is overdue. */
  owed: z.number(),
  overdue: z.number(),
  /** The number of active services. */
  services: z.number().int(),
});
export type UserListRow = z.infer<typeof userListEntry>;

export const userListFilters = z.object({
  search: text(SEARCH_LENGTH_MAX).optional(),
  role: role.optional(),
  status: z.enum(USER_STATUSES).optional(),
  only: z.enum(USER_GROUPS).optional(),
  /** Accounts whose present address is blocked, for whatever reason, like `mail` of one account. */
  mail: z.literal('blocked').optional(),
});
export type UserListFilters = z.infer<typeof userListFilters>;

export const userListQuery = userListFilters.extend({
  page: numberInAddress(z.number().int().positive().max(PAGE_MAX)).default(1),
  limit: numberInAddress(z.literal(PAGE_SIZES)).default(30),
  sort: z.enum(USER_SORTS).default('joined'),
  order: z.enum(SORT_ORDERS).default('desc'),
});
export type UserListQuery = z.infer<typeof userListQuery>;

export const userList = z.object({
  users: z.array(userListEntry),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  counts: z.object({
    total: z.number().int(),
    active: z.number().int(),
    admins: z.number().int(),
    filtered: z.number().int(),
  }),
});

export type UserList = z.infer<typeof userList>;

export const recentUser = userListRow
  .omit({ user_role: true })
  .extend({ User_Role: role, User_Date: timestamp });
export type RecentUser = z.infer<typeof recentUser>;
