import { Box, Card, Link as ChakraLink, HStack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import type { RecentUser } from '#shared/contract/users/user-list.ts';
import { formatDateShort } from '#shared/dates.ts';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { Initials } from '../../../components/shell/initials.tsx';
import { clientName } from '../../../lib/words/full-name.ts';
import { recentUsersQuery } from '../queries.ts';
import { RoleBadge, UserStatusBadge } from '../user-badges.tsx';

/** The rest is in the list of users, which begins with the newest, too. */
const SHOWN_MAX = 5;

const RecentUserRow = ({ user }: { user: RecentUser }) => (
  <HStack asChild px="4" py="2.5" gap="3" _hover={{ bg: 'bg.subtle' }} focusRing="inside">
    <Link from="/admin" to="/admin" search={(shown) => ({ ...shown, client: user.User_Id, tab: undefined })}>
      <Initials name={clientName(user)} tone="subtle" />
      <Box flex="1" minW="0">
        <Text textStyle="sm" fontWeight="semibold" truncate>
          <bdi>{clientName(user)}</bdi>
        </Text>
        <Text textStyle="detail" truncate>
          {user.OWNumber} · {user.User_Email}
        </Text>
      </Box>
      <Text textStyle="detail.number" hideBelow="sm">
        {formatDateShort(user.User_Date)}
      </Text>
      {user.User_Role === 'admin' && <RoleBadge userRole="admin" />}
      {user.User_Status === 0 && <UserStatusBadge status={user.User_Status} />}
    </Link>
  </HStack>
);

const RecentUsersBody = () => {
  const { data: users, error, refetch } = useQuery(recentUsersQuery);

  if (error) {
    return (
      <Box px="4">
        <LoadError title="Failed to fetch users" error={error} onRetry={refetch} />
      </Box>
    );
  }
  if (!users) {
    return (
      <Box px="4">
        <SkeletonRows label="Loading recent users" rows={SHOWN_MAX} height="9" />
      </Box>
    );
  }
  if (users.length === 0) {
    return (
      <EmptyNote icon={UsersRound} title="No users yet">
        New accounts appear here once they are registered.
      </EmptyNote>
    );
  }

  return users.slice(0, SHOWN_MAX).map((user) => <RecentUserRow key={user.User_Id} user={user} />);
};

/** The newest accounts; each links to that client. */
export const RecentUsers = () => (
  <Card.Root size="sm" variant="outline" as="section">
    <Card.Header pb="2" flexDirection="row" justifyContent="space-between" alignItems="baseline">
      <Card.Title as="h2" textStyle="md">
        Recent Users
      </Card.Title>
      <ChakraLink asChild variant="underline" textStyle="sm" _print={{ display: 'none' }}>
        <Link to="/admin" search={{ section: 'users' }}>
          See all <VisuallyHidden>users</VisuallyHidden>
        </Link>
      </ChakraLink>
    </Card.Header>
    <Card.Body px="0" pt="0" pb="2">
      <RecentUsersBody />
    </Card.Body>
  </Card.Root>
);
