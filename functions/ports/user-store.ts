import type { User } from '#shared/contract/auth.ts';
import type { UserDetail, UserListFilters, UserListRow } from '#shared/contract/users.ts';

export interface Credentials {
  user: User;
  passwordHash: string;
}

export interface UserStore {
  find(userId: number, now: Date): Promise<UserDetail | undefined>;
  /** By email address or OW number, neither with regard to case. */
  findCredentials(identifier: string): Promise<Credentials | undefined>;
  list(
    filters: UserListFilters,
    page: { page: number; limit: number },
  ): Promise<{
    users: UserListRow[];
    counts: { total: number; active: number; admins: number; filtered: number };
  }>;
  replacePasswordHash(userId: number, passwordHash: string): Promise<void>;
}
