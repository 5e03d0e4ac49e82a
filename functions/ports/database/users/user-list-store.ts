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
  /** The typed text and other spellings of it; finds accounts that contain one of them. An empty list finds all. */
  terms: readonly string[];
}

/** A row of the CSV file. */
export interface ExportedUser extends UserListRow {
  User_Date: string;
}

/** Result of one check of the health job. */
export interface HealthRow {
  state: HealthState;
  checkedAt: string;
}

/** Reads many accounts at once, for administrators; newest first. */
export interface UserListStore {
  list(
    filter: UserFilter,
    page: { page: number; limit: number },
    audit: PageAudit,
  ): Promise<Pick<UserList, 'users' | 'counts'>>;
  count(filter: UserFilter): Promise<number>;
  /** The accounts that were created before the one with this User_Id. */
  listBefore(filter: UserFilter, userId: number, limit: number): Promise<ExportedUser[]>;
  /** Ordered by date of registration. */
  listRecent(limit: number): Promise<RecentUser[]>;
  /** The counts of the dashboard, including sign-ups since then, and the known health of the system. */
  readStats(since: Date): Promise<Omit<AdminStats, 'systemHealth'> & { health: HealthRow[] }>;
}
