import { useNavigate } from '@tanstack/react-router';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import type { AdminSearch } from './admin-search.ts';

/** Returns a function that changes the parameters of the address; undefined removes one. */
export const useAddress = () => {
  const navigate = useNavigate({ from: '/admin' });

  return (change: Partial<AdminSearch>, { replace = false } = {}) => {
    void navigate({ to: '/admin', search: (shown) => ({ ...shown, ...change }), replace });
  };
};

/** The page of the list that an address shows. */
export const listOf = ({
  page = 1,
  limit = PAGE_SIZES[0],
  sort = 'joined',
  order = 'desc',
  search,
  role,
  status,
  only,
  mail,
}: AdminSearch) => ({ search, role, status, only, mail, page, limit, sort, order });
