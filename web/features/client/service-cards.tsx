import { Card, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { NoServices } from './no-services.tsx';
import { clientServicesQuery } from './queries.ts';
import { ServiceCard } from './service-card.tsx';

export const ServiceCards = () => {
  const { data: services, error, refetch } = useQuery(clientServicesQuery);

  if (error) {
    return <LoadError title="Error loading services. Please try again." error={error} onRetry={refetch} />;
  }
  if (!services) return <SkeletonRows label="Loading services" rows={2} height="64" />;
  if (services.length === 0) {
    return (
      <Card.Root variant="outline">
        <NoServices />
      </Card.Root>
    );
  }

  return (
    <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, lg: 2, xl: 3 }} gap="4">
      {services.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
    </SimpleGrid>
  );
};
