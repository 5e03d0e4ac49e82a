import { Box, Button, Card, chakra, Flex, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ClientService } from '#shared/contract/client.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone, formatSimSerial } from '#shared/south-africa.ts';
import { CopyIcon } from '../../components/facts/copy-button.tsx';
import { ServiceStatusBadge } from '../../components/facts/service-status-badge.tsx';
import { wordServiceDays } from '../../lib/words/billed-days.ts';
import { featuresOf } from './service-features.ts';
import { serviceTypeLabel } from './service-type.ts';

const FeatureList = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1', listStyle: 'none' },
});

const Features = ({ service }: { service: ClientService }) => {
  const features = featuresOf(service);
  if (features.length === 0) {
    return null;
  }

  return (
    <FeatureList aria-label={`Included with ${service.serviceName}`}>
      {features.map((feature) => (
        <Flex as="li" key={feature} gap="1.5" align="center" textStyle="xs" color="fg.muted">
          <Check size={14} aria-hidden />
          {feature}
        </Flex>
      ))}
    </FeatureList>
  );
};

const Identities = chakra('dl', {
  base: {
    display: 'flex',
    // On a phone one a line, with the buttons at its end.
    flexDirection: { base: 'column', sm: 'row' },
    flexWrap: 'wrap',
    columnGap: '10',
    rowGap: '3',
  },
});

interface IdentityProps {
  name: string;
  shown: string;
  /** The text that is copied: what other forms accept. */
  text: string;
  serviceName: string;
}

const Identity = ({ name, shown, text, serviceName }: IdentityProps) => (
  <Box minW="0">
    <Text as="dt" textStyle="xs" color="fg.muted">
      {name}
    </Text>
    <Flex
      as="dd"
      gap="1"
      align="center"
      justify={{ base: 'space-between', sm: 'flex-start' }}
      textStyle="sm"
      fontWeight="semibold"
    >
      <Text as="span" overflowWrap="anywhere" minW="0">
        {shown}
      </Text>
      <CopyIcon text={text} name={`${name.toLowerCase()} of ${serviceName}`} />
    </Flex>
  </Box>
);

/** The number, SIM and username, which people look up here; a press copies each. */
const IdentitiesOf = ({ service }: { service: ClientService }) => {
  const { serviceName, msisdn, simSerialNumber, username } = service;
  const identities = [
    msisdn && { name: 'Number', shown: formatPhone(msisdn), text: msisdn },
    simSerialNumber && { name: 'SIM', shown: formatSimSerial(simSerialNumber), text: simSerialNumber },
    username && { name: 'Username', shown: username, text: username },
  ].filter((identity) => typeof identity === 'object' && identity !== null);
  if (identities.length === 0) {
    return null;
  }

  return (
    <Identities>
      {identities.map((identity) => (
        <Identity key={identity.name} {...identity} serviceName={serviceName} />
      ))}
    </Identities>
  );
};

const RecordFacts = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '0.5',
    textStyle: 'detail',
    '& dt, & dd': { display: 'inline' },
    '& dt::after': { content: '"\\00a0"' },
  },
});

/** What the provider keeps about the service, in small print. */
const FactsOfRecord = ({ service }: { service: ClientService }) => (
  <RecordFacts>
    {[
      ['Type', serviceTypeLabel(service.serviceType)],
      ['Category', service.serviceCategory],
      ['Service ID', service.id],
      ['Created', formatDay(dayAfter(new Date(service.createdAt), 0), new Date())],
      ['Updated', formatDay(dayAfter(new Date(service.updatedAt), 0), new Date())],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </RecordFacts>
);

interface ServiceCardProps {
  service: ClientService;
  /** True if the address names this service. */
  isNamed: boolean;
}

export const ServiceCard = ({ service, isNamed }: ServiceCardProps) => (
  <Card.Root
    as="li"
    id={`service-${service.id}`}
    variant="outline"
    size="sm"
    scrollMarginTop="24"
    {...(isNamed && { borderColor: 'brand.solid' })}
  >
    <Card.Header>
      <Flex justify="space-between" align="baseline" gap="4">
        <Flex
          direction={{ base: 'column', sm: 'row' }}
          wrap="wrap"
          align={{ base: 'flex-start', sm: 'center' }}
          columnGap="3"
          rowGap="1"
          minW="0"
        >
          <Card.Title as="h2" textStyle="md" overflowWrap="anywhere">
            {service.serviceName}
          </Card.Title>
          <ServiceStatusBadge status={service.status} />
        </Flex>
        <Text textStyle="lg" fontWeight="bold" whiteSpace="nowrap">
          {formatAmount(service.monthlyCost)}
          <Text as="span" ms="1" textStyle="sm" fontWeight="normal" color="fg.muted">
            {' '}
            a month
          </Text>
        </Text>
      </Flex>
      <Text textStyle="detail" textWrap="balance">
        {wordServiceDays(service, service.nextPrice ? [service.nextPrice] : [])}
      </Text>
    </Card.Header>
    <Card.Body gap="4">
      <IdentitiesOf service={service} />
      <Features service={service} />
      <Flex
        wrap="wrap"
        justify="space-between"
        align="center"
        columnGap="6"
        rowGap="3"
        pt="3"
        borderTopWidth="1px"
      >
        <FactsOfRecord service={service} />
        <Button asChild size="xs" variant="outline" _print={{ display: 'none' }}>
          <Link to="/client" search={{ section: 'support', open: `ticket.new:service:${service.id}` }}>
            Get help with this
          </Link>
        </Button>
      </Flex>
    </Card.Body>
  </Card.Root>
);
