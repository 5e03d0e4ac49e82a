import { Card, chakra, Flex, HStack, SimpleGrid, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ClientService } from '#shared/contract/client.ts';
import { formatDateShort } from '#shared/dates.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { Fact } from '../../components/facts.tsx';
import { ServiceStatusBadge } from './service-status-badge.tsx';
import { serviceTypeLabel } from './service-type.ts';

/** What each type of service comes with; a type without an entry has no list. */
const FEATURES: Record<string, readonly string[]> = {
  '4G/5G Data': ['Uncapped data', 'Speeds up to 30Mbps', 'Works wherever there is 4G or 5G coverage'],
  'Fixed 5G': ['Month-to-month, no long contract', 'Fixed 5G at your address'],
  'Web Hosting': ['Free .co.za domain', 'Web space for your site'],
};

const FeatureList = chakra('ul', { base: { listStyle: 'none', display: 'grid', gap: '1.5' } });

const Features = ({ type }: { type: string }) => {
  const features = FEATURES[type];
  if (!features) return null;

  return (
    <FeatureList aria-label={`Included with ${type}`}>
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

export const ServiceCard = ({ service }: { service: ClientService }) => (
  <Card.Root as="li" variant="outline" size="sm">
    <Card.Header gap="1">
      <Flex justify="space-between" align="flex-start" gap="3">
        <Card.Title as="h2" textStyle="md" overflowWrap="anywhere">
          {service.serviceName}
        </Card.Title>
        <ServiceStatusBadge status={service.status} />
      </Flex>
      {service.serviceDescription && (
        <Card.Description overflowWrap="anywhere">{service.serviceDescription}</Card.Description>
      )}
    </Card.Header>
    <Card.Body gap="4">
      <Text textStyle="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
        {formatRand(centsFromAmount(service.monthlyCost))}
        <Text as="span" textStyle="sm" fontWeight="normal" color="fg.muted">
          {' '}
          a month
        </Text>
      </Text>
      <Features type={service.serviceType} />
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
