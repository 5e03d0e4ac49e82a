import { Card, chakra, Flex, HStack, SimpleGrid, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import type { ClientService } from '#shared/contract/client.ts';
import { DESCRIPTION_SEPARATOR } from '#shared/contract/limits.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { Fact } from '../../components/facts.tsx';
import { ServiceStatusBadge } from '../../components/service-status-badge.tsx';
import { featuresOf } from './service-features.ts';
import { serviceTypeLabel } from './service-type.ts';

const FeatureList = chakra('ul', { base: { listStyle: 'none', display: 'grid', gap: '1.5' } });

const Features = ({ service }: { service: ClientService }) => {
  const features = featuresOf(service);
  if (features.length === 0) {
    return null;
  }

  return (
    <FeatureList aria-label={`Included with ${service.serviceName}`}>
      {features.map((feature) => (
        <HStack as="li" key={feature} gap="2" textStyle="sm" align="flex-start">
          <chakra.span color="fg.success" mt="0.5" flexShrink="0">
            <Check size={16} aria-hidden />
          </chakra.span>
          {feature}
        </HStack>
      ))}
    </FeatureList>
  );
};

/** Wraps a username or number to the next line as a whole; breaks it only if it is wider than the card. */
const Description = ({ children }: { children: string }) => {
  const parts = children.split(DESCRIPTION_SEPARATOR);

  return (
    <Card.Description overflowWrap="anywhere">
      {parts.map((part, index) => {
        const [name, ...value] = part.split(' ');

        return (
          <Fragment key={part}>
            {name}{' '}
            <chakra.span display="inline-block" maxW="100%">
              {value.join(' ')}
              {index < parts.length - 1 && DESCRIPTION_SEPARATOR.trimEnd()}
            </chakra.span>{' '}
          </Fragment>
        );
      })}
    </Card.Description>
  );
};

export const ServiceCard = ({ service }: { service: ClientService }) => (
  <Card.Root as="li" variant="outline" size="sm">
    <Card.Header gap="1">
      <Flex justify="space-between" align="flex-start" gap="3">
        <Card.Title as="h2" textStyle="md" overflowWrap="anywhere">
          {service.serviceName}
        </Card.Title>
        <ServiceStatusBadge status={service.status} />
      </Flex>
      {service.serviceDescription && <Description>{service.serviceDescription}</Description>}
    </Card.Header>
    <Card.Body gap="4">
      <Text textStyle="number.2xl" fontWeight="bold">
        {formatAmount(service.monthlyCost)}
        <Text as="span" ms="1" textStyle="sm" fontWeight="normal" color="fg.muted">
          {' '}
          a month
        </Text>
      </Text>
      <Features service={service} />
      <SimpleGrid as="dl" columns={2} gap="3" mt="auto" pt="4" borderTopWidth="1px">
        <Fact name="Type">{serviceTypeLabel(service.serviceType)}</Fact>
        <Fact name="Category">{service.serviceCategory}</Fact>
        <Fact name="Created">{formatDateShort(service.createdAt)}</Fact>
        <Fact name="Updated">{formatDateShort(service.updatedAt)}</Fact>
        <Fact name="Service ID">{service.id}</Fact>
      </SimpleGrid>
    </Card.Body>
  </Card.Root>
);
