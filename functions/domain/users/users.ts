import { auditOf } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { UserFilter, UserListStore } from '#functions/ports/database/user-list-store.ts';
import type { UserStore } from '#functions/ports/database/user-store.ts';
import { RECENT_USERS_MAX } from '#shared/contract/limits.ts';
import type { RecentUser, UserDetail, UserList, UserListFilters } from '#shared/contract/users.ts';
import { AppError } from '#shared/errors.ts';

export const userNotFound = () => new AppError('not_found', 'User not found');

/** What a store found of a user, or the refusal that there is no such user. */
export const requireUser = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw userNotFound();

  return found;
};

export const readUser = async (
  users: Pick<UserStore, 'find'>,
  userId: number,
  now: Date,
): Promise<UserDetail> => requireUser(await users.find(userId, now));

/** An account as an administrator sees it; each reading stands in the audit log (D33). */
export const readUserAsAdmin = async (
  users: Pick<UserStore, 'read'>,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<UserDetail> => requireUser(await users.read(userId, auditOf(admin, 'users.read'), now));

export const toUserFilter = ({ search, ...filters }: UserListFilters): UserFilter => ({
  ...filters,
  terms: search ? searchTerms(search) : [],
});

export const listUsers = async (
  userLists: Pick<UserListStore, 'list'>,
  { page, limit, ...filters }: UserListFilters & { page: number; limit: number },
): Promise<UserList> => {
  const { users, counts } = await userLists.list(toUserFilter(filters), { page, limit });

  return { users, counts, total: counts.filtered, page, limit };
};

export const listRecentUsers = (userLists: Pick<UserListStore, 'listRecent'>): Promise<RecentUser[]> =>
  userLists.listRecent(RECENT_USERS_MAX);
