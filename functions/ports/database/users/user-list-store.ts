import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type {
  AdminStats,
  HealthState,
  RecentUser,
  UserList,
  UserListFilters,
  UserListRow,
} from '#shared/contract/users.ts';

export interface UserFilter extends Omit<UserListFilters, 'search'> {
  /** What was typed, and other ways to write it; an account that holds one of them is found. None finds all. */
  terms: readonly string[];
}

/** A row of the CSV file. */
export interface ExportedUser extends UserListRow {
  User_Date: string;
}

/** What one check of the health job found. */
export interface HealthRow {
  state: HealthState;
  checkedAt: string;
}

/** Many accounts at once, for administrators; the newest come first. */
export interface UserListStore {
  list(
    filter: UserFilter,
    page: { page: number; limit: number },
    audit: PageAudit,
  ): Promise<Pick<UserList, 'users' | 'counts'>>;
  count(filter: UserFilter): Promise<number>;
  /** The accounts that were made before the one with this User_Id. */
  listBefore(filter: UserFilter, userId: number, limit: number): Promise<ExportedUser[]>;
  /** By the date of registration. */
  listRecent(limit: number): Promise<RecentUser[]>;
  /** The counts of the dashboard, with those who signed up since then, and what is known of the system's health. */
  readStats(since: Date): Promise<Omit<AdminStats, 'systemHealth'> & { health: HealthRow[] }>;
}
