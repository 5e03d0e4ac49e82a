import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClientService } from '#shared/contract/client.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { ServiceStatusBadge } from '../../components/facts/service-status-badge.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { NoServices } from './no-services.tsx';
import { clientServicesQuery } from './queries.ts';

const ServiceLine = ({ id, serviceName, msisdn, username, status, monthlyCost }: ClientService) => (
  <Box as="li" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
    <Flex asChild py="3" mx="-2" px="2" gap="3" align="center" borderRadius="l2" _hover={{ bg: 'bg.subtle' }}>
      <Link to="/client" search={{ section: 'services' }} hash={`service-${id}`}>
        <Box flex="1" minW="0">
          <Text fontWeight="semibold" textStyle="sm" lineClamp={2}>
            {serviceName}
          </Text>
          <Text textStyle="detail" truncate>
            {msisdn ? formatPhone(msisdn) : username}
          </Text>
        </Box>
        <ServiceStatusBadge status={status} />
        <Box textAlign="end" whiteSpace="nowrap" minW={{ base: '4rem', sm: '6rem' }}>
          <Text textStyle="number.sm" fontWeight="semibold">
            {formatAmount(monthlyCost)}
          </Text>
          <Text textStyle="detail">a month</Text>
        </Box>
      </Link>
    </Flex>
  </Box>
);

/** The short list of the dashboard; each line leads to the service's card in Active Services. */
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
    <Stack as="ul" gap="0" my="-3" listStyleType="none">
      {services.map((service) => (
        <ServiceLine key={service.id} {...service} />
      ))}
    </Stack>
  );
};
