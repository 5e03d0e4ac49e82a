import { Alert, Box, Card, Grid, SimpleGrid, Stack } from '@chakra-ui/react';
import { MAINTENANCE_ALERT } from '#shared/brand.ts';
import { JoinedFailures } from '../../components/loading/joined-failures.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/shell/page-header.tsx';
import { ChartsWaiting } from '../../features/figures/charts-waiting.tsx';
import { FailedJobsCard, MoneyCards, OpenTicketsCard } from '../../features/figures/figure-cards.tsx';
import { countFiguresQuery, moneyFiguresQuery } from '../../features/figures/queries.ts';
import { StandingLine } from '../../features/figures/standing-line.tsx';
import { ActiveUsersCard, HealthCard, TotalUsersCard } from '../../features/users/list/dashboard-stats.tsx';
import { RecentUsers } from '../../features/users/list/recent-users.tsx';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';

const MonthCharts = lazyPart(() => import('../../features/figures/month-charts.tsx'), 'MonthCharts', {
  waiting: <ChartsWaiting />,
});

const SystemAlerts = () => (
  <Card.Root as="section" size="sm" variant="outline">
    <Card.Header pb="2">
      <Card.Title as="h2" textStyle="md">
        System Alerts
      </Card.Title>
    </Card.Header>
    <Card.Body pt="0">
      <Alert.Root status="info" size="sm">
        <Alert.Indicator />
        <Alert.Title>{MAINTENANCE_ALERT.replace(/ (?=[AP]M)/, '\u00A0')}</Alert.Title>
      </Alert.Root>
    </Card.Body>
  </Card.Root>
);

/** The charts read more than the figures above them, so they come after them. */
const Charts = () => {
  const isAfter = [useFirstRead(countFiguresQuery), useFirstRead(moneyFiguresQuery)].every(
    ({ data, error }) => data ?? error,
  );

  return isAfter ? <MonthCharts /> : <ChartsWaiting />;
};

/** What waits for an administrator comes first, each figure with a link to where one acts. */
export const AdminDashboard = () => (
  <Box position="relative">
    <PageHeader title="Dashboard" description={<StandingLine />} />
    <JoinedFailures>
      <Stack gap={{ base: '3', md: '4' }}>
        <SimpleGrid columns={{ base: 2, sm: 3 }} gap={{ base: '3', md: '4' }}>
          <MoneyCards />
          <OpenTicketsCard />
          <FailedJobsCard />
          <HealthCard />
        </SimpleGrid>
        <Charts />
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
          gap="4"
          alignItems="start"
        >
          <RecentUsers />
          <Stack gap="4">
            <SimpleGrid columns={{ base: 2, lg: 1 }} gap={{ base: '3', md: '4' }}>
              <TotalUsersCard />
              <ActiveUsersCard />
            </SimpleGrid>
            <SystemAlerts />
          </Stack>
        </Grid>
      </Stack>
    </JoinedFailures>
  </Box>
);
