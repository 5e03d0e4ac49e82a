import { Box, Card, chakra, HStack, Table, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { UserListRow } from '#shared/contract/users.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { RowsOrCards } from '../../components/rows-or-cards.tsx';
import { fullName } from '../../lib/full-name.ts';
import { UserActions } from './user-actions.tsx';
import { RoleBadge, UserStatusBadge } from './user-badges.tsx';

const UserLink = ({ user }: { user: UserListRow }) => (
  <chakra.span fontWeight="semibold" _hover={{ textDecoration: 'underline' }}>
    <Link from="/admin" to="/admin" search={(shown) => ({ ...shown, client: user.User_Id, tab: undefined })}>
      {fullName(user)}
    </Link>
  </chakra.span>
);

const UserRow = ({ user }: { user: UserListRow }) => (
  <Table.Row>
    <Table.Cell maxW="0" width="100%">
      <Text truncate>
        <UserLink user={user} />
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
      <UserActions user={user} />
    </Table.Cell>
  </Table.Row>
);

const UserCard = ({ user }: { user: UserListRow }) => (
  <Card.Root as="li" size="sm" variant="outline">
    <Card.Body gap="2">
      <HStack justify="space-between" align="start">
        <Box minW="0">
          <Text truncate>
            <UserLink user={user} />
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
      <UserActions user={user} />
    </Card.Body>
  </Card.Root>
);

/** The users of a page, each with what an admin may do to them. */
export const UserTable = ({ users }: { users: readonly UserListRow[] }) => (
  <RowsOrCards
    items={users}
    headers={
      <>
        <Table.ColumnHeader>User</Table.ColumnHeader>
        <Table.ColumnHeader whiteSpace="nowrap">OW Number</Table.ColumnHeader>
        <Table.ColumnHeader hideBelow="lg">Mobile</Table.ColumnHeader>
        <Table.ColumnHeader>Role</Table.ColumnHeader>
        <Table.ColumnHeader>Status</Table.ColumnHeader>
      </>
    }
    renderRow={(user) => <UserRow key={user.User_Id} user={user} />}
    renderCard={(user) => <UserCard key={user.User_Id} user={user} />}
  />
);
