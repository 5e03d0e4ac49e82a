import { Box, chakra, Icon, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserDetail, UserSummary } from '#shared/contract/users.ts';
import { formatDateShort } from '#shared/dates.ts';
import { wordInvited } from '#shared/invite-obstacle.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { linkToDialog } from '../../../lib/address/dialogs.ts';
import { userQuery, userSummaryQuery } from '../queries.ts';

const Strip = chakra('dl', {
  base: {
    display: 'grid',
    // A phone scrolls the strip, and the cut second figure shows that it does.
    gridTemplateColumns: {
      base: '15.5rem 7rem 7rem repeat(3, 6.5rem)',
      sm: 'repeat(3, minmax(0, 1fr))',
      lg: 'minmax(0, 1.9fr) repeat(5, minmax(0, 1fr))',
    },
    width: { base: 'max-content', sm: 'auto' },
    gap: '1px',
    bg: 'border',
    // The name of a figure is its link, extended over the whole cell.
    '& :is(a, button)::after': { content: '""', position: 'absolute', inset: '0' },
    '& div:has(:is(a, button):hover)': { bg: 'bg.subtle' },
    '& button': { cursor: 'pointer' },
    '& :is(a, button):focus-visible': { outline: 'none' },
    '& :is(a, button):focus-visible::after': {
      outline: '2px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '-2px',
    },
  },
});

const Cell = chakra('div', {
  base: {
    position: 'relative',
    bg: 'bg.panel',
    px: '3',
    py: '0.5',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    minW: '0',
    minH: '3.5rem',
  },
});

interface FigureProps {
  name: ReactNode;
  /** Undefined while it is loading. */
  value: ReactNode;
  detail?: ReactNode;
}

const Figure = ({ name, value, detail }: FigureProps) => (
  <Cell>
    <Box as="dt" textStyle="detail">
      {name}
    </Box>
    {value === undefined ? (
      <Skeleton as="dd" height="5" mt="0.5" width="70%" css={{ animationDelay: '200ms' }} />
    ) : (
      <Box as="dd" textStyle="sm" fontWeight="semibold" overflowWrap="anywhere">
        {value}
        {detail && (
          <Box textStyle="detail" fontWeight="medium">
            {detail}
          </Box>
        )}
      </Box>
    )}
  </Cell>
);

type Tab = 'services' | 'payments' | undefined;

const linkTo = (tab: Tab): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, tab, new: undefined }),
  replace: true,
});

const overdueOf = ({ overdue, overdueSince, owed }: UserSummary) =>
  overdueSince && (
    <Box as="span" color="fg.error">
      {overdue === owed ? 'All' : formatAmount(overdue)} overdue since {formatDateShort(overdueSince)}
    </Box>
  );

const wordServices = ({ activeServices, services }: UserSummary) =>
  activeServices === services
    ? `${formatCount(activeServices)} active`
    : `${formatCount(activeServices)} of ${formatCount(services)} active`;

const Tickets = ({ user }: { user: UserDetail | undefined }) => {
  const contactUrl = user?.support?.contactUrl;
  const value = user?.support ? formatCount(user.support.openTickets) : 'No helpdesk';

  return (
    <Figure
      name={
        contactUrl ? (
          <a href={contactUrl} target="_blank" rel="noopener noreferrer">
            Open tickets
            <Icon
              as={ExternalLink}
              boxSize="3"
              ms="1"
              mb="-0.5"
              hideBelow="sm"
              aria-label="in the helpdesk"
            />
          </a>
        ) : (
          'Open tickets'
        )
      }
      value={user && value}
    />
  );
};

/** What is overdue of the debt, and what is written off, which it does not count (D65). */
const detailOfOwed = (summary: UserSummary) => (
  <>
    {overdueOf(summary) ?? (summary.owed > 0 && 'Nothing overdue')}
    {summary.owed > 0 && summary.writtenOff > 0 && ' · '}
    {summary.writtenOff > 0 && `${formatAmount(summary.writtenOff)} written off`}
  </>
);

interface BalanceProps {
  summary: UserSummary | undefined;
  credit: number | undefined;
  userId: number;
}

/** What the client owes, which opens what it consists of, or their credit: never both (D53). */
const Balance = ({ summary, credit, userId }: BalanceProps) =>
  credit ? (
    <Figure
      name={<Link {...linkTo('payments')}>Credit</Link>}
      value={<Box color="fg.success">{formatAmount(credit)}</Box>}
      detail={
        summary && summary.writtenOff > 0
          ? `Nothing owed, ${formatAmount(summary.writtenOff)} written off`
          : 'Nothing owed'
      }
    />
  ) : (
    <Figure
      name={
        summary && (summary.owed > 0 || summary.writtenOff > 0) ? (
          <Link
            {...linkToDialog('account.owed', { over: 'record' }, { client: userId })}
            aria-haspopup="dialog"
          >
            Owed
          </Link>
        ) : (
          'Owed'
        )
      }
      value={summary && credit !== undefined ? formatAmount(summary.owed) : undefined}
      detail={summary && detailOfOwed(summary)}
    />
  );

/** What one asks first about a client, over the tabs of the record. A figure leads to the tab that explains it. */
export const ClientSummary = ({ userId }: { userId: number }) => {
  const { data: user } = useQuery(userQuery(userId));
  const { data: summary, error, refetch } = useQuery(userSummaryQuery(userId));
  if (error) {
    return <LoadError title="The figures could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <Box
      role="group"
      aria-label="Figures of this client"
      tabIndex={0}
      borderWidth="1px"
      borderRadius="l3"
      overflowX="auto"
      overflowY="hidden"
    >
      <Strip>
        <Balance summary={summary} credit={user && Math.max(0, user.User_Debit)} userId={userId} />
        <Figure
          name={<Link {...linkTo('services')}>Per month</Link>}
          value={summary && formatAmount(summary.monthlyTotal)}
        />
        <Figure
          name={<Link {...linkTo('services')}>Services</Link>}
          value={summary && wordServices(summary)}
        />
        <Tickets user={user} />
        <Figure name="Client since" value={summary && formatDateShort(summary.joinedAt)} />
        <Figure
          name="Last sign-in"
          value={summary && (summary.lastSignInAt ? formatDateShort(summary.lastSignInAt) : 'Never')}
          detail={
            summary?.lastSignInAt === null &&
            summary.invitation.invitedAt &&
            wordInvited(summary.invitation.invitedAt, new Date())
          }
        />
      </Strip>
    </Box>
  );
};
