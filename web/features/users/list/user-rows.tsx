import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { MAIL_COMES_BACK } from '../../../components/form/verified-email.tsx';
import { RowMenuButton } from '../../../components/list/row-menu.tsx';
import { clientName, personBeside } from '../../../lib/words/full-name.ts';

/**
 * The look of all rows and cards, in one rule: a component in each of some hundred cells would make the list slow.
 * Their elements are plain.
 */
export const UserListStyles = chakra('div', {
  base: {
    '& th[data-end], & td[data-end]': { textAlign: 'end' },
    '& th': {
      textAlign: 'start',
      fontWeight: 'semibold',
      color: 'fg.muted',
      px: '3',
      py: '1.5',
      whiteSpace: 'nowrap',
    },
    '& td': { px: '3', py: '2', borderTopWidth: '1px', whiteSpace: 'nowrap', verticalAlign: 'middle' },
    '& th:first-of-type, & td:first-of-type': { ps: '4' },
    '& th:last-of-type, & td:last-of-type': { pe: '4' },
    '& td:first-of-type': { width: '100%', maxWidth: '0' },
    '& [data-opens]': { cursor: 'pointer' },
    '& tr[data-opens]:hover': { bg: 'bg.subtle' },
    '& [data-line]': { display: 'block', truncate: true },
    '& [data-title]': { display: 'flex' },
    '& [data-name]': { minWidth: '0', truncate: true, fontWeight: 'semibold' },
    '& [data-name]:hover, & [data-view]:hover': { textDecoration: 'underline' },
    '& small': { fontSize: 'xs', lineHeight: '1rem', color: 'fg.muted' },
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
    '& [data-actions]': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      _print: { display: 'none' },
    },
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
    '& a:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-1px' },
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      ps: '3',
      pe: '1',
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      textStyle: 'sm',
    },
    '& li > div': { flex: '1', minWidth: '0' },
  },
});

export interface UserRowProps {
  user: UserListRow;
  menuId: string;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

export const actionsLabel = (user: UserListRow): string => `Actions for ${clientName(user)}`;

/** View as a link, and the button of the menu with all other acts on this user. */
const Actions = ({ user, menuId, addressOf }: UserRowProps) => (
  <span data-actions>
    <a data-view href={addressOf('client', user.User_Id)} aria-label={`View ${clientName(user)}`}>
      View
    </a>
    <RowMenuButton menuId={menuId} row={user.User_Id} label={actionsLabel(user)} />
  </span>
);

const Name = ({ user, addressOf }: Omit<UserRowProps, 'menuId'>) => (
  <span data-title>
    <a data-name href={addressOf('client', user.User_Id)}>
      <bdi>{clientName(user)}</bdi>
    </a>
    {user.user_role === 'admin' && <span data-mark>Admin</span>}
    {user.mailComesBack && <span data-mark="trouble">{MAIL_COMES_BACK}</span>}
  </span>
);

const Contact = ({ user }: Pick<UserRowProps, 'user'>) => {
  const person = personBeside(user);

  return (
    <small data-line>
      {person && (
        <>
          <bdi>{person}</bdi>
          {' · '}
        </>
      )}
      {user.User_Email}
    </small>
  );
};

const statusOf = (user: UserListRow) => (user.User_Status === 1 ? 'Active' : 'Inactive');

/** The overdue part of what is owed, in words. */
const overdueOf = ({ owed, overdue }: UserListRow): string =>
  overdue === owed ? 'overdue' : `${formatAmount(overdue)} overdue`;

export const UserRow = memo(({ user, menuId, addressOf }: UserRowProps) => (
  <tr data-opens>
    <td>
      <Name user={user} addressOf={addressOf} />
      <Contact user={user} />
    </td>
    <td>{user.OWNumber}</td>
    <td data-end data-quiet={user.services === 0 ? '' : undefined}>
      {user.services}
    </td>
    <td data-end>
      {user.owed === 0 ? <span data-quiet>–</span> : formatAmount(user.owed)}
      {user.overdue > 0 && (
        <small data-line data-overdue>
          {overdueOf(user)}
        </small>
      )}
    </td>
    <td>{formatDateShort(user.User_Date)}</td>
    <td data-quiet={user.User_Status === 1 ? '' : undefined}>{statusOf(user)}</td>
    <td data-end>
      <Actions user={user} menuId={menuId} addressOf={addressOf} />
    </td>
  </tr>
));

export const UserCard = memo(({ user, menuId, addressOf }: UserRowProps) => (
  <li data-opens>
    <div>
      <Name user={user} addressOf={addressOf} />
      <Contact user={user} />
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
    <Actions user={user} menuId={menuId} addressOf={addressOf} />
  </li>
));
