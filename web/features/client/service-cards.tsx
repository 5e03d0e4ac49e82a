import { Card, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ClientService } from '#shared/contract/client.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { NoServices } from './no-services.tsx';
import { clientServicesQuery } from './queries.ts';
import { ServiceCard } from './service-card.tsx';

const LoadingCards = () => (
  <AfterAMoment label="Loading services">
    <Stack gap="4">
      <Skeleton height="6" width="16rem" />
      {['first', 'second', 'third'].map((card) => (
        <Card.Root key={card} variant="outline" size="sm" height={{ base: '21rem', md: '12rem' }}>
          <Card.Body gap="4">
            <Skeleton height="6" width="60%" />
            <Skeleton height="8" width="40%" />
          </Card.Body>
        </Card.Root>
      ))}
    </Stack>
  </AfterAMoment>
);

/** The monthly price of the active services together. */
const MonthlyTotal = ({ services }: { services: readonly ClientService[] }) => {
  const active = services.filter(({ status }) => status === 'Active');
  const cents = active.reduce((sum, { monthlyCost }) => sum + centsFromAmount(monthlyCost), 0);

  return (
    <Text>
      <Text as="span" fontWeight="bold">
        {formatRand(cents)}
      </Text>{' '}
      a month for {active.length === 1 ? 'one active service' : `${active.length} active services`}
    </Text>
  );
};

export const ServiceCards = () => {
  const { data: services, error, refetch } = useQuery(clientServicesQuery);
  const named = useLocation({ select: ({ hash }) => hash });

  if (error) {
    return <LoadError title="Error loading services. Please try again." error={error} onRetry={refetch} />;
  }
  if (!services) {
    return <LoadingCards />;
  }
  if (services.length === 0) {
    return (
      <Card.Root variant="outline">
        <NoServices />
      </Card.Root>
    );
  }

  return (
    <Stack gap="4">
      <MonthlyTotal services={services} />
      <Stack as="ul" listStyleType="none" gap="4">
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} isNamed={named === `service-${service.id}`} />
        ))}
      </Stack>
    </Stack>
  );
};
