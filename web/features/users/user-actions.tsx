import { HStack } from '@chakra-ui/react';
import type { UserListRow } from '#shared/contract/users.ts';
import { RowMenuButton } from '../../components/row-menu.tsx';
import { fullName } from '../../lib/full-name.ts';

export interface UserRowProps {
  user: UserListRow;
  menuId: string;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

export const actionsLabel = (user: UserListRow): string => `Actions for ${fullName(user)}`;

/** View as a link, and the button of the menu with all other acts on this user. */
export const UserActions = ({ user, menuId, addressOf }: UserRowProps) => (
  <HStack gap="2" justify="flex-end">
    <a href={addressOf('client', user.User_Id)} aria-label={`View ${fullName(user)}`}>
      View
    </a>
    <RowMenuButton menuId={menuId} row={user.User_Id} label={actionsLabel(user)} />
  </HStack>
);
