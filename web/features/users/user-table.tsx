import { memo, useId, useMemo } from 'react';
import type { UserListRow } from '#shared/contract/user-list.ts';
import { RowMenu } from '../../components/list/row-menu.tsx';
import { OPENS, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { DIALOG_PARAMS } from '../../lib/dialog-params.ts';
import { useListLinks } from '../../lib/list-links.ts';
import { actsOfUser } from './user-acts.ts';
import { actionsLabel, USER_LIST_LOOK, userCard, userColumns } from './user-rows.tsx';
import type { UserSort } from './user-sort.ts';

/** A click on the row opens the record. Rare acts have no room on a phone; the record and the palette offer them. */
const NOT_IN_ROWS = ['user.view', 'opening.correct', 'credit.refund'];

interface UserTableProps {
  users: readonly UserListRow[];
  sort: UserSort;
}

/** The users of a page as rows, or as cards on a phone: a press anywhere in one opens the user's record. */
export const UserTable = memo(({ users, sort }: UserTableProps) => {
  const { addressOf, follow } = useListLinks(DIALOG_PARAMS);
  const menuId = useId();
  const columns = useMemo(() => userColumns(sort, { menuId, addressOf }), [sort, menuId, addressOf]);
  const card = useMemo(() => userCard({ menuId, addressOf }), [menuId, addressOf]);

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
      <RowsOrCards
        items={users}
        keyOf={({ User_Id }) => User_Id}
        columns={columns}
        card={card}
        attributesOf={OPENS}
        look={USER_LIST_LOOK}
        onClick={follow}
      />
    </RowMenu>
  );
});
