import { Alert, Badge, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail } from '#shared/contract/users.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Fact, FactCard } from '../../components/facts.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { formatBirthDate } from '../../lib/birth-date.ts';
import { fullName } from '../../lib/full-name.ts';
import { useClearSignInBlock, userQuery } from './queries.ts';
import { RoleBadge, UserStatusBadge } from './user-badges.tsx';

const SignInBlock = ({ userId, until }: { userId: number; until: string }) => {
  const clearBlock = useClearSignInBlock(userId);

  return (
    <Alert.Root status="warning" mb="4" alignItems="center" flexWrap="wrap">
      <Alert.Indicator />
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>Sign-in is blocked until {formatDateTime(until)}</Alert.Title>
        <Alert.Description>
          Too many sign-ins with a wrong password. The block ends by itself.
        </Alert.Description>
      </Alert.Content>
      <BusyButton
        size="xs"
        variant="outline"
        isBusy={clearBlock.isPending}
        onClick={() => clearBlock.mutate()}
      >
        Clear block
      </BusyButton>
    </Alert.Root>
  );
};

const FactCards = ({ user }: { user: UserDetail }) => (
  <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
    <FactCard title="Personal Information">
      <Fact name="Full name">{fullName(user)}</Fact>
      <Fact name="ID / Passport">{user.User_RegNo}</Fact>
      <Fact name="Date of birth">{formatBirthDate(user)}</Fact>
      <Fact name="Password">
        <span role="img" aria-label="Hidden">
          ••••••••
        </span>
      </Fact>
    </FactCard>
    <FactCard title="Contact Information">
      <Fact name="Email">
        {user.User_Email}{' '}
        {user.emailVerified && (
          <Badge size="sm" colorPalette="green">
            Verified
          </Badge>
        )}
      </Fact>
      <Fact name="Mobile">{user.User_Mobile && formatPhone(user.User_Mobile)}</Fact>
      <Fact name="OW number">{user.OWNumber}</Fact>
      <Fact name="Status">
        <UserStatusBadge status={user.User_Status} />
      </Fact>
    </FactCard>
    <FactCard title="Address Information">
      <Fact name="Address">{user.User_Address}</Fact>
      <Fact name="Town">{user.User_Town}</Fact>
      <Fact name="Postal code">{user.User_Code}</Fact>
      <Fact name="State">{user.User_State}</Fact>
      <Fact name="Country">{user.User_Country}</Fact>
    </FactCard>
    <FactCard title="Business Information">
      <Fact name="Organization">{user.User_Org}</Fact>
      <Fact name="VAT number">{user.User_VAT}</Fact>
      <Fact name="Reference">{user.User_Ref}</Fact>
      <Fact name="Role">
        <RoleBadge userRole={user.user_role} />
      </Fact>
    </FactCard>
  </SimpleGrid>
);

export const ClientInformation = ({ userId }: { userId: number }) => {
  const { data: user, error, refetch } = useQuery(userQuery(userId));

  if (error) return <LoadError title="The client could not be read" error={error} onRetry={refetch} />;
  if (!user) return <SkeletonRows label="Loading the client" rows={4} height="24" />;

  return (
    <>
      {user.signInBlockedUntil && <SignInBlock userId={userId} until={user.signInBlockedUntil} />}
      <FactCards user={user} />
    </>
  );
};
