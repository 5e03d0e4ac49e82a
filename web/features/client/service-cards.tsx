import { Card, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Signal } from 'lucide-react';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
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
        <EmptyNote icon={Signal} title="No services yet">
          Your data, voice and hosting services appear here once they are set up.
        </EmptyNote>
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
