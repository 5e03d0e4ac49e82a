import { HStack, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, Signal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnsweredTicket } from '#shared/contract/client.ts';
import { formatCount } from '#shared/numbers.ts';
import { StatCard } from '../../components/facts/stat-card.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { clientStatsQuery } from './queries.ts';

interface ClientStatsProps {
  /** The mark of an answer that was not seen yet. */
  renderNewAnswer: (answered: readonly AnsweredTicket[]) => ReactNode;
}

export const ClientStats = ({ renderNewAnswer }: ClientStatsProps) => {
  const { data, error, refetch } = useQuery(clientStatsQuery);
  if (error) {
    return <LoadError title="Your figures could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <SimpleGrid columns={2} gap={{ base: '3', md: '4' }}>
      <StatCard
        label="Active Services"
        icon={Signal}
        value={data?.activeServices}
        link={{ to: '/client', search: { section: 'services' } }}
      />
      <StatCard
        label="Open Tickets"
        icon={LifeBuoy}
        value={
          data && (
            <HStack gap="2" flexWrap="wrap">
              {formatCount(data.openTickets)}
              {data.answeredTickets && renderNewAnswer(data.answeredTickets)}
            </HStack>
          )
        }
        link={{ to: '/client', search: { section: 'support' } }}
      />
    </SimpleGrid>
  );
};
