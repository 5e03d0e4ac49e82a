import { Box, HStack, IconButton, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatPhone, formatSimSerial } from '#shared/south-africa.ts';
import { ServiceStatusBadge } from '../../components/facts/service-status-badge.tsx';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { today } from '../../lib/money/today.ts';
import { wordServiceDays } from '../../lib/words/billed-days.ts';
import { plannedPrices } from './planned-prices.ts';
import { SERVICE_DIALOGS } from './service-dialogs.ts';
import { SERVICE_STATUS_LABELS, serviceStatusOf } from './service-status.ts';
import { serviceTitle } from './service-title.ts';

const detailsOf = ({ accountUsername, msisdn, simSerialNumber }: Service) =>
  [
    ['Username', accountUsername],
    ['MSISDN', msisdn && formatPhone(msisdn)],
    ['SIM', simSerialNumber && formatSimSerial(simSerialNumber)],
  ].filter(([, value]) => value);

/** Names a first day that is still to come. */
const wordFirstDay = ({ billFrom }: Service): string | null =>
  billFrom && billFrom > today() ? `Billed from ${formatDayInWords(billFrom, new Date())}` : null;

interface ServiceRowProps {
  service: Service;
  onEdit: (service: Service) => void;
  userId: number;
}

export const ServiceRow = memo(({ service, userId, onEdit }: ServiceRowProps) => {
  const title = serviceTitle(service);
  const days = [wordFirstDay(service), wordServiceDays(service, plannedPrices(service, today()))]
    .filter(Boolean)
    .join(' · ');

  return (
    <HStack
      as="li"
      columnGap="3"
      px="4"
      py="3"
      align="start"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
    >
      <Box flex={{ base: '1 0 100%', sm: '1' }} minW="0">
        <HStack gap="2" flexWrap="wrap">
          <Text fontWeight="semibold">
            <bdi>{service.accountType || service.serviceCategory}</bdi>
          </Text>
          {service.accountType && <Text textStyle="detail">{service.serviceCategory}</Text>}
          <ServiceStatusBadge status={SERVICE_STATUS_LABELS[serviceStatusOf(service.status)]} />
        </HStack>
        <HStack as="dl" mt="1" columnGap="4" rowGap="0.5" flexWrap="wrap" textStyle="detail">
          {detailsOf(service).map(([name, value]) => (
            <HStack key={name} gap="1" align="baseline">
              <dt>{name}</dt>
              <Text as="dd" color="fg" overflowWrap="anywhere">
                <bdi>{value}</bdi>
              </Text>
            </HStack>
          ))}
        </HStack>
        {days !== '' && (
          <Text mt="0.5" textStyle="detail.number" textWrap="balance">
            {days}
          </Text>
        )}
      </Box>
      <Box flex={{ base: '1', sm: '0 0 auto' }} textAlign={{ sm: 'end' }} whiteSpace="nowrap">
        <Text fontWeight="semibold" textStyle="number">
          {formatAmount(service.pricePerMonth)}
        </Text>
        <Text textStyle="detail">a month</Text>
      </Box>
      <HStack gap="0">
        <IconButton
          size="xs"
          variant="ghost"
          colorPalette="gray"
          color="fg.muted"
          title="Edit"
          aria-label={`Edit ${title}`}
          onClick={() => onEdit(service)}
        >
          <Pencil />
        </IconButton>
        <IconButton
          asChild
          size="xs"
          variant="ghost"
          colorPalette="gray"
          color="fg.muted"
          _hover={{ color: 'fg.error' }}
        >
          <Link
            {...dialogAct(SERVICE_DIALOGS, 'service.delete', { client: userId, subject: service.id }).link}
            title="Delete"
            aria-label={`Delete ${title}`}
          >
            <Trash2 />
          </Link>
        </IconButton>
      </HStack>
    </HStack>
  );
});
