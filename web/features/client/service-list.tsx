import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ClientService } from '#shared/contract/client.ts';
import { formatAmount } from '#shared/money.ts';
import { LoadError } from '../../components/load-error.tsx';
import { ServiceStatusBadge } from '../../components/service-status-badge.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { NoServices } from './no-services.tsx';
import { clientServicesQuery } from './queries.ts';
import { serviceTypeLabel } from './service-type.ts';

const ServiceLine = ({ serviceName, serviceType, status, monthlyCost }: ClientService) => {
  const type = serviceTypeLabel(serviceType);

  return (
    <Flex
      as="li"
      py="3"
      gap="3"
      align="center"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0, pt: 0 }}
      _last={{ pb: 0 }}
    >
      <Box flex="1" minW="0">
        <Text fontWeight="semibold" textStyle="sm" lineClamp={2}>
          {serviceName}
        </Text>
        {type !== serviceName && (
          <Text textStyle="detail" truncate>
            {type}
          </Text>
        )}
      </Box>
      <ServiceStatusBadge status={status} />
      <Box textAlign="end" whiteSpace="nowrap" minW={{ base: '4rem', sm: '6rem' }}>
        <Text textStyle="number.sm" fontWeight="semibold">
          {formatAmount(monthlyCost)}
        </Text>
        <Text textStyle="detail">a month</Text>
      </Box>
    </Flex>
  );
};

/** The short list of the dashboard; the cards of Active Services show the details. */
export const ServiceList = () => {
  const { data: services, error, refetch } = useQuery(clientServicesQuery);

  if (error) {
    return <LoadError title="Error loading services. Please try again." error={error} onRetry={refetch} />;
  }
  if (!services) {
    return <SkeletonRows label="Loading services" rows={4} height="12" />;
  }
  if (services.length === 0) {
    return <NoServices />;
  }

  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {services.map((service) => (
        <ServiceLine key={service.id} {...service} />
      ))}
    </Stack>
  );
};
