import { Box, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Activity, UserCheck, Users } from 'lucide-react';
import { formatCount } from '#shared/numbers.ts';
import { LoadError } from '../../components/load-error.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { adminStatsQuery } from './api/read-admin-stats.ts';

const HEALTH_COLORS = { Good: 'fg.success', Degraded: 'fg.warning', Down: 'fg.error' } as const;

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

export const DashboardStats = () => {
  const { data: stats, error, refetch } = useQuery(adminStatsQuery);
  if (error) {
    return <LoadError title="The figures could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap={{ base: '3', md: '4' }}>
      <StatCard
        label="Total Users"
        icon={Users}
        value={stats?.totalUsers}
        detail={stats ? `${formatCount(stats.newSignups)} new this month` : '\u00A0'}
      />
      <StatCard
        label="Active Users"
        icon={UserCheck}
        value={stats?.activeUsers}
        detail={stats ? `${percentOf(stats.activeUsers, stats.totalUsers)}% active rate` : '\u00A0'}
      />
      <StatCard
        label="System Health"
        icon={Activity}
        value={stats && <Box color={HEALTH_COLORS[stats.systemHealth]}>{stats.systemHealth}</Box>}
        detail="Checked every five minutes"
      />
    </SimpleGrid>
  );
};
