import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type {
  RecentUser,
  UserList,
  UserListFilters,
  UserListQuery,
  UserRow,
} from '#shared/contract/users/user-list.ts';
import type { AdminStats, HealthState } from '#shared/contract/users.ts';

export interface UserFilter extends Omit<UserListFilters, 'search'> {
  /** Finds accounts that match one of them; an empty list finds all. */
  terms: readonly SearchTerm[];
  /** The time that says what is overdue, and which month is this one. */
  now: Date;
}

/**
 * The shown part of the filtered accounts. Accounts that sort equally are ordered by User_Id in the same direction.
 */
export type UserPage = Pick<UserListQuery, 'page' | 'limit' | 'sort' | 'order'>;

/** A row of the CSV file. */
export interface ExportedUser extends UserRow {
  User_Date: string;
}

/** Result of one check of the task health-check. */
export interface HealthRow {
  state: HealthState;
  checkedAt: string;
}

/** Reads many accounts at once, for administrators. */
export interface UserListStore {
  list(filter: UserFilter, page: UserPage, audit: PageAudit): Promise<Pick<UserList, 'users' | 'counts'>>;
  count(filter: UserFilter): Promise<number>;
  /** The accounts that were created before the one with this User_Id. */
  listBefore(filter: UserFilter, userId: number, limit: number): Promise<ExportedUser[]>;
  /** Ordered by date of registration. */
  listRecent(limit: number, audit: PageAudit): Promise<RecentUser[]>;
  /** The counts of the dashboard, including sign-ups since then, and the known health of the system. */
  readStats(
    since: Date,
  ): Promise<Omit<AdminStats, 'systemHealth' | 'healthCheckedAt'> & { health: HealthRow[] }>;
}
