import { Card, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { AfterAMoment } from '../../components/after-a-moment.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { NoServices } from './no-services.tsx';
import { clientServicesQuery } from './queries.ts';
import { ServiceCard } from './service-card.tsx';

const COLUMNS = { base: 1, lg: 2, xl: 3 };

const LoadingCards = () => (
  <AfterAMoment label="Loading services">
    <SimpleGrid columns={COLUMNS} gap="4">
      {['first', 'second', 'third'].map((card) => (
        <Card.Root key={card} variant="outline" size="sm" height="26.3rem">
          <Card.Body gap="4">
            <Skeleton height="6" width="60%" />
            <Skeleton height="8" width="40%" />
          </Card.Body>
        </Card.Root>
      ))}
    </SimpleGrid>
  </AfterAMoment>
);

export const ServiceCards = () => {
  const { data: services, error, refetch } = useQuery(clientServicesQuery);

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
    <SimpleGrid as="ul" listStyleType="none" columns={COLUMNS} gap="4">
      {services.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
    </SimpleGrid>
  );
};
