import type { SystemStyleObject } from '@chakra-ui/react';
import type { UserListRow } from '#shared/contract/user-list.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { MAIL_COMES_BACK } from '../../components/form/verified-email.tsx';
import { LONG_LIST_LOOK } from '../../components/list/long-list-look.ts';
import { RowMenuButton } from '../../components/list/row-menu.tsx';
import { actionColumn, type Column } from '../../components/list/rows-or-cards.tsx';
import { fullName } from '../../lib/full-name.ts';
import { USER_SORTING, type UserSort } from './user-sort.ts';

/** Besides the look of all lists. */
export const USER_LIST_LOOK: SystemStyleObject = {
  ...LONG_LIST_LOOK,
  '& th, & td': { px: '3' },
  '& :is(th, td):first-of-type': { ps: '4' },
  '& :is(th, td):last-of-type': { pe: '4' },
  '& th': { py: '1.5' },
  '& th, & td:not([data-main])': { whiteSpace: 'nowrap' },
  '& [data-title]': { display: 'flex' },
  '& [data-title] a': { minWidth: '0', truncate: true },
  '& [data-view]:hover': { textDecoration: 'underline' },
  '& [data-quiet]': { color: 'fg.muted' },
  '& [data-overdue]': { color: 'fg.error', fontWeight: 'semibold' },
  '& [data-mark]': {
    flexShrink: '0',
    marginInlineStart: '2',
    paddingInline: '2',
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: 'semibold',
    bg: 'brand.subtle',
    color: 'brand.fg',
    _print: { borderWidth: '1px' },
  },
  '& [data-mark=trouble]': { bg: 'orange.subtle', color: 'orange.fg' },
  '& [data-actions]': { display: 'inline-flex', alignItems: 'center', gap: '1', _print: { display: 'none' } },
  '& [data-view]': {
    display: 'inline-grid',
    placeItems: 'center',
    minHeight: '8',
    paddingInline: '2',
    borderRadius: 'l2',
    color: 'brand.fg',
    fontWeight: 'semibold',
    '@media (pointer: coarse)': { minHeight: '11', minWidth: '11' },
  },
  '& > ul > li': {
    flexDirection: 'row',
    alignItems: 'center',
    p: '0',
    ps: '3',
    pe: '1',
    py: '2',
    textStyle: 'sm',
    shadow: 'none',
  },
  '& > ul > li > div': { flex: '1', minWidth: '0' },
};

export const actionsLabel = (user: UserListRow): string => `Actions for ${fullName(user)}`;

const Contact = ({ User_Email, User_Org }: UserListRow) => (
  <small data-line>
    {User_Email}
    {User_Org && (
      <>
        {' · '}
        <bdi>{User_Org}</bdi>
      </>
    )}
  </small>
);

const statusOf = (user: UserListRow) => (user.User_Status === 1 ? 'Active' : 'Inactive');

/** The overdue part of what is owed, in words. */
const overdueOf = ({ owed, overdue }: UserListRow): string =>
  overdue === owed ? 'overdue' : `${formatAmount(overdue)} overdue`;

interface UserLinks {
  menuId: string;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

const Who = ({ user, addressOf }: Pick<UserLinks, 'addressOf'> & { user: UserListRow }) => (
  <>
    <span data-title>
      <a data-name href={addressOf('client', user.User_Id)}>
        {fullName(user)}
      </a>
      {user.user_role === 'admin' && <span data-mark>Admin</span>}
      {user.mailComesBack && <span data-mark="trouble">{MAIL_COMES_BACK}</span>}
    </span>
    <Contact {...user} />
  </>
);

/** View as a link, and the button of the menu with all other acts on this user. */
const Actions = ({ user, menuId, addressOf }: UserLinks & { user: UserListRow }) => (
  <span data-actions>
    <a data-view href={addressOf('client', user.User_Id)} aria-label={`View ${fullName(user)}`}>
      View
    </a>
    <RowMenuButton menuId={menuId} row={user.User_Id} label={actionsLabel(user)} />
  </span>
);

export const userColumns = ({ sort, order }: UserSort, links: UserLinks): readonly Column<UserListRow>[] => {
  const by = USER_SORTING.by({ sort, direction: order });

  return [
    {
      name: 'User',
      ...by(['name', 'User']),
      isMain: true,
      cell: (user) => <Who user={user} addressOf={links.addressOf} />,
    },
    { name: 'OW number', cell: ({ OWNumber }) => OWNumber },
    {
      name: 'Services',
      ...by(['services', 'Services']),
      align: 'end',
      cell: ({ services }) => (services === 0 ? <span data-quiet>0</span> : services),
    },
    {
      name: 'Owed',
      ...by(['owed', 'Owed']),
      align: 'end',
      cell: (user) => (
        <>
          {user.owed === 0 ? <span data-quiet>–</span> : formatAmount(user.owed)}
          {user.overdue > 0 && (
            <small data-line data-overdue>
              {overdueOf(user)}
            </small>
          )}
        </>
      ),
    },
    { name: 'Joined', ...by(['joined', 'Joined']), cell: ({ User_Date }) => formatDateShort(User_Date) },
    {
      name: 'Status',
      cell: (user) => (user.User_Status === 1 ? <span data-quiet>{statusOf(user)}</span> : statusOf(user)),
    },
    actionColumn((user) => <Actions user={user} {...links} />),
  ];
};

/** What stands in for a row on a phone. */
export const userCard = (links: UserLinks) => (user: UserListRow) => (
  <>
    <div>
      <Who user={user} addressOf={links.addressOf} />
      <small data-line>
        {`${user.OWNumber} · ${statusOf(user)} · ${user.services} ${user.services === 1 ? 'service' : 'services'}`}
      </small>
      {user.owed > 0 && (
        <small data-line data-overdue={user.overdue > 0 ? '' : undefined}>
          {`Owes ${formatAmount(user.owed)}`}
          {user.overdue > 0 && `, ${overdueOf(user)}`}
        </small>
      )}
    </div>
    <Actions user={user} {...links} />
  </>
);
