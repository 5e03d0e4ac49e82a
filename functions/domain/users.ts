import type { UserStore } from '#functions/ports/user-store.ts';
import type { UserListFilters } from '#shared/contract/users.ts';
import { AppError } from '#shared/errors.ts';

export const readUser = async (users: Pick<UserStore, 'find'>, userId: number, now: Date) => {
  const user = await users.find(userId, now);
  if (!user) throw new AppError('not_found', 'User not found');

  return user;
};

export const listUsers = async (
  users: Pick<UserStore, 'list'>,
  { page, limit, ...filters }: UserListFilters & { page: number; limit: number },
) => {
  const found = await users.list(filters, { page, limit });

  return { ...found, total: found.counts.filtered, page, limit };
};
