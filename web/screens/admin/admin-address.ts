import { useNavigate } from '@tanstack/react-router';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import type { AdminSearch, AdminSection, OfSection, OverSection } from './admin-search.ts';
import type { ListUnder } from './client-detail-dialog.tsx';

/** Returns a function that changes parameters of a section, or of what is open over it; undefined removes one. */
export const useAddress = <Params extends OverSection | OfSection<AdminSection> = OverSection>() => {
  const navigate = useNavigate({ from: '/admin' });

  return (change: Params, { replace = false } = {}) => {
    void navigate({ to: '/admin', search: (shown) => ({ ...shown, ...change }) as AdminSearch, replace });
  };
};

/** Returns the parameters of a section; none while the address is already of another one. */
export const paramsOf = <Section extends AdminSection>(section: Section, search: AdminSearch) =>
  (search.section === section ? search : {}) as OfSection<Section>;

/** The page of the list of users that an address shows. */
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
}: OfSection<'users'>) => ({ search, role, status, only, mail, page, limit, sort, order });

/** The page of the list of debtors that an address shows. */
export const debtorsOf = ({
  page = 1,
  limit = PAGE_SIZES[0],
  search,
  min,
  overdue,
  asAt,
  sort,
  direction,
}: OfSection<'debtors'>) => ({ page, limit, search, min, overdue, asAt, sort, direction });

/** The list that an address shows under a record. */
export const listUnder = (search: AdminSearch): ListUnder | undefined => {
  if (search.section === 'users') {
    const { page, limit, ...users } = listOf(search);

    return { page, limit, users };
  }
  if (search.section === 'debtors' && !search.list) {
    const { page, limit, ...debtors } = debtorsOf(search);

    return { page, limit, debtors };
  }

  return undefined;
};
