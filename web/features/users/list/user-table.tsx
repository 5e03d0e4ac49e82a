import { chakra, useBreakpointValue } from '@chakra-ui/react';
import { memo, type ReactNode, useId } from 'react';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import { RowMenu } from '../../../components/list/row-menu.tsx';
import { RECORD_PARAMS } from '../../../lib/address/dialog-params.ts';
import { useListLinks } from '../../../lib/address/list-links.ts';
import { actsOfUser } from '../user-acts.ts';
import { actionsLabel, UserCard, UserListStyles, UserRow } from './user-rows.tsx';
import { SortHeader, type UserSort } from './user-sort.tsx';

/** A click on the row opens the record. Rare acts have no room on a phone; the record and the palette offer them. */
const NOT_IN_ROWS = ['user.view', 'opening.correct', 'credit.refund'];

/** The rounded frame. It clips but does not scroll, so that a sticky header sticks to the page. */
const Frame = chakra('div', {
  base: {
    borderWidth: '1px',
    borderRadius: 'l3',
    overflow: 'clip',
    bg: 'bg.panel',
    textStyle: 'sm',
    '& table': {
      width: '100%',
      borderCollapse: 'separate',
      borderSpacing: '0',
      fontVariantNumeric: 'tabular-nums',
    },
    '& thead tr': { position: 'sticky', top: 'var(--table-sticky-offset, 0)', zIndex: '1', bg: 'bg.subtle' },
  },
});

const Cards = chakra('ul', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', listStyle: 'none' },
});

/** The frame and the header of the list, without rows. */
export const UserTableFrame = ({ sort, children }: { sort: UserSort; children: ReactNode }) => (
  <Frame>
    <table>
      <thead>
        <tr>
          <SortHeader label="User" sort="name" shown={sort} />
          <th scope="col">OW number</th>
          <SortHeader label="Services" sort="services" shown={sort} isEnd />
          <SortHeader label="Owed" sort="owed" shown={sort} isEnd />
          <SortHeader label="Joined" sort="joined" shown={sort} />
          <th scope="col">Status</th>
          <th scope="col" data-end>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Frame>
);

interface UserTableProps {
  users: readonly UserListRow[];
  sort: UserSort;
}

/** The users of a page as rows, or as cards on a phone: a press anywhere in one opens the user's record. */
export const UserTable = memo(({ users, sort }: UserTableProps) => {
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);
  const menuId = useId();
  const hasRoomForRows = useBreakpointValue({ base: false, md: true }, { ssr: false });
  const props = { menuId, addressOf };

  return (
    <RowMenu
      id={menuId}
      actsOf={(userId) => {
        const user = users.find(({ User_Id }) => User_Id === userId);

        return (
          user && {
            label: actionsLabel(user),
            acts: actsOfUser(user).filter(({ id }) => !NOT_IN_ROWS.includes(id)),
          }
        );
      }}
    >
      <UserListStyles onClick={follow}>
        {hasRoomForRows ? (
          <UserTableFrame sort={sort}>
            {users.map((user) => (
              <UserRow key={user.User_Id} user={user} {...props} />
            ))}
          </UserTableFrame>
        ) : (
          <Cards>
            {users.map((user) => (
              <UserCard key={user.User_Id} user={user} {...props} />
            ))}
          </Cards>
        )}
      </UserListStyles>
    </RowMenu>
  );
});
