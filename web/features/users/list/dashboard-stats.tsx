import { Box } from '@chakra-ui/react';
import { Activity, UserCheck, UsersRound } from 'lucide-react';
import { formatCount } from '#shared/numbers.ts';
import { RelativeTime } from '../../../components/facts/relative-time.tsx';
import { StatCard } from '../../../components/facts/stat-card.tsx';
import { linkToAdmin } from '../../../lib/address/admin-link.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFirstRead } from '../../../lib/reads/use-first-read.ts';
import { adminStatsQuery } from '../queries.ts';

const HEALTH_COLORS = { Good: 'fg.success', Degraded: 'fg.warning', Down: 'fg.error' } as const;

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

const useStats = () => {
  const { data, error, refetch } = useFirstRead(adminStatsQuery);

  return { stats: data, failure: error ? { error, onRetry: () => void refetch() } : undefined };
};

/** The number of accounts; its second line leads to those of this month. */
export const TotalUsersCard = () => {
  const { stats, failure } = useStats();

  return (
    <StatCard
      label="Total Users"
      icon={UsersRound}
      value={stats?.totalUsers}
      link={linkToAdmin({ section: 'users' })}
      detail={stats ? `${formatCount(stats.newSignups)} new this month` : '\u00A0'}
      detailLink={linkToAdmin({ section: 'users', only: 'new-this-month' })}
      failure={failure}
    />
  );
};

export const ActiveUsersCard = () => {
  const { stats, failure } = useStats();

  return (
    <StatCard
      label="Active Users"
      icon={UserCheck}
      value={stats?.activeUsers}
      link={linkToAdmin({ section: 'users', status: 'active' })}
      detail={stats ? `${percentOf(stats.activeUsers, stats.totalUsers)}% active rate` : '\u00A0'}
      failure={failure}
    />
  );
};

const LastCheck = ({ at }: { at: string | null }) => {
  const now = useNow();

  return at ? (
    <>
      Last checked <RelativeTime at={at} now={now} />
    </>
  ) : (
    'Not checked yet'
  );
};

/** The state of the portal's parts, with a link to the console that tests each of them. */
export const HealthCard = () => {
  const { stats, failure } = useStats();

  return (
    <StatCard
      label="System Health"
      icon={Activity}
      value={stats && <Box color={HEALTH_COLORS[stats.systemHealth]}>{stats.systemHealth}</Box>}
      link={linkToAdmin({ open: 'debug.console' })}
      detail={stats ? <LastCheck at={stats.healthCheckedAt} /> : '\u00A0'}
      failure={failure}
    />
  );
};
