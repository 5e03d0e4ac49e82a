import { Box, Card, chakra, HStack, Table, Text } from '@chakra-ui/react';
import { memo, useId } from 'react';
import type { UserListRow } from '#shared/contract/users.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { RowsOrCards } from '../../components/rows-or-cards.tsx';
import { fullName } from '../../lib/full-name.ts';
import { useListLinks } from '../../lib/list-links.ts';
import { actionsLabel, UserActions, type UserRowProps } from './user-actions.tsx';
import { actsOfUser } from './user-acts.ts';
import { RoleBadge, UserStatusBadge } from './user-badges.tsx';

const UserLink = ({ user, addressOf }: Omit<UserRowProps, 'menuId'>) => (
  <chakra.span
    fontWeight="semibold"
    _hover={{ textDecoration: 'underline' }}
    css={{ '& a': { display: 'inline-block', maxWidth: '100%', truncate: true, verticalAlign: 'bottom' } }}
  >
    <a href={addressOf('client', user.User_Id)}>{fullName(user)}</a>
  </chakra.span>
);

const UserRow = memo(({ user, menuId, addressOf }: UserRowProps) => (
  <Table.Row>
    <Table.Cell maxW="0" width="100%">
      <Text truncate>
        <UserLink user={user} addressOf={addressOf} />
      </Text>
      <Text textStyle="detail" truncate>
        {user.User_Email}
        {user.User_Org && (
          <>
            {' · '}
            <bdi>{user.User_Org}</bdi>
          </>
        )}
      </Text>
    </Table.Cell>
    <Table.Cell textStyle="number" whiteSpace="nowrap">
      {user.OWNumber}
    </Table.Cell>
    <Table.Cell hideBelow="lg" textStyle="number" whiteSpace="nowrap">
      {user.User_Mobile && formatPhone(user.User_Mobile)}
    </Table.Cell>
    <Table.Cell>
      <RoleBadge userRole={user.user_role} />
    </Table.Cell>
    <Table.Cell>
      <UserStatusBadge status={user.User_Status} />
    </Table.Cell>
    <Table.Cell _print={{ display: 'none' }}>
      <UserActions user={user} menuId={menuId} addressOf={addressOf} />
    </Table.Cell>
  </Table.Row>
));

const UserCard = memo(({ user, menuId, addressOf }: UserRowProps) => (
  <Card.Root as="li" size="sm" variant="outline">
    <Card.Body gap="2">
      <HStack justify="space-between" align="start">
        <Box minW="0">
          <Text truncate>
            <UserLink user={user} addressOf={addressOf} />
          </Text>
          <Text textStyle="detail" truncate>
            {user.User_Email}
          </Text>
          <Text textStyle="detail.number" truncate>
            {user.OWNumber}
            {user.User_Mobile && ` · ${formatPhone(user.User_Mobile)}`}
          </Text>
        </Box>
        <HStack gap="1">
          {user.user_role === 'admin' && <RoleBadge userRole="admin" />}
          <UserStatusBadge status={user.User_Status} />
        </HStack>
      </HStack>
      <UserActions user={user} menuId={menuId} addressOf={addressOf} />
    </Card.Body>
  </Card.Root>
));

const DIALOGS = ['client', 'tab', 'new', 'edit', 'field', 'reset', 'delete', 'debug'];

/** The users of a page, each with the actions of an admin. */
export const UserTable = memo(({ users }: { users: readonly UserListRow[] }) => {
  const { addressOf, follow } = useListLinks(DIALOGS);
  const menuId = useId();

  return (
    <RowMenu
      id={menuId}
      actsOf={(userId) => {
        const user = users.find(({ User_Id }) => User_Id === userId);

        return (
          user && { label: actionsLabel(user), acts: actsOfUser(user).filter(({ id }) => id !== 'user.view') }
        );
      }}
    >
      <RowsOrCards
        items={users}
        onClick={follow}
        headers={
          <>
            <Table.ColumnHeader>User</Table.ColumnHeader>
            <Table.ColumnHeader whiteSpace="nowrap">OW Number</Table.ColumnHeader>
            <Table.ColumnHeader hideBelow="lg">Mobile</Table.ColumnHeader>
            <Table.ColumnHeader>Role</Table.ColumnHeader>
            <Table.ColumnHeader>Status</Table.ColumnHeader>
          </>
        }
        renderRow={(user) => <UserRow key={user.User_Id} user={user} menuId={menuId} addressOf={addressOf} />}
        renderCard={(user) => (
          <UserCard key={user.User_Id} user={user} menuId={menuId} addressOf={addressOf} />
        )}
      />
    </RowMenu>
  );
});
