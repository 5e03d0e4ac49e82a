import { Alert, Badge, Link } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import type { UserDetail } from '#shared/contract/users.ts';
import { formatDateTime } from '#shared/dates.ts';
import { wordInvited } from '#shared/invite-obstacle.ts';
import { formatCount } from '#shared/numbers.ts';
import { Fact } from '../../../components/facts/facts.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { linkToDialog } from '../../../lib/address/dialogs.ts';
import { useClearSignInBlock } from '../mutations.ts';
import { userQuery, userSummaryQuery } from '../queries.ts';
import { useIsOwn } from '../use-is-own.ts';
import { RoleBadge } from '../user-badges.tsx';
import { MailBlockNote } from './mail-block-note.tsx';
import { LoadingUserFacts, UserFacts } from './user-facts.tsx';
import { hasFactors, wordFactors } from './word-factors.ts';

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

const wordOpenTickets = (count: number) => {
  if (count === 0) {
    return 'No open tickets';
  }

  return count === 1 ? '1 open ticket' : `${formatCount(count)} open tickets`;
};

const Support = ({ support }: { support: NonNullable<UserDetail['support']> }) => (
  <Fact name="Support">
    {wordOpenTickets(support.openTickets)}
    {support.contactUrl && (
      <>
        {' · '}
        <Link
          href={support.contactUrl}
          target="_blank"
          rel="noopener noreferrer"
          variant="underline"
          color="brand.fg"
        >
          Open in the helpdesk
        </Link>
      </>
    )}
  </Fact>
);

export const ClientInformation = ({ userId }: { userId: number }) => {
  const { data: user, error, refetch } = useQuery(userQuery(userId));
  const { data: summary } = useQuery(userSummaryQuery(userId));
  const isOwn = useIsOwn(userId);
  const invitedAt = summary?.invitation.invitedAt;

  if (error) {
    return <LoadError title="The client could not be read" error={error} onRetry={refetch} />;
  }
  if (!user) {
    return <LoadingUserFacts label="Loading the client" />;
  }

  return (
    <>
      {user.signInBlockedUntil && <SignInBlock userId={userId} until={user.signInBlockedUntil} />}
      <MailBlockNote userId={userId} />
      <UserFacts
        user={user}
        morePersonal={
          <>
            <Fact name="Password">
              <span role="img" aria-label="Hidden">
                ••••••••
              </span>
              {invitedAt && !user.emailVerified && (
                <Badge size="sm" colorPalette="blue" ms="2">
                  {wordInvited(invitedAt, new Date())}
                </Badge>
              )}
              {user.mustChangePassword && (
                <Badge size="sm" colorPalette="orange" ms="2">
                  Must be changed at the next sign-in
                </Badge>
              )}
            </Fact>
            <Fact name="Second factor">
              {wordFactors(user.factors)}
              {hasFactors(user.factors) && !isOwn && (
                <>
                  <br />
                  <Link asChild variant="underline" color="brand.fg">
                    <RouterLink
                      {...linkToDialog('user.factors', { over: 'user' }, { client: userId, subject: userId })}
                    >
                      Remove factors…
                    </RouterLink>
                  </Link>
                </>
              )}
            </Fact>
          </>
        }
        moreContact={
          <>
            {user.pendingEmail && (
              <Fact name="New email">
                {user.pendingEmail}{' '}
                <Badge size="sm" colorPalette="blue">
                  Waits for its link
                </Badge>
              </Fact>
            )}
            {user.support && <Support support={user.support} />}
          </>
        }
        moreBusiness={
          <Fact name="Role">
            <RoleBadge userRole={user.user_role} />
          </Fact>
        }
      />
    </>
  );
};
