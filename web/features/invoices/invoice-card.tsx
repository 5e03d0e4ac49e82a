import { Box, Card, HStack, Text } from '@chakra-ui/react';
import { formatDateShort } from '#shared/dates.ts';
import { isOwed } from '#shared/due-dates.ts';
import { DueLine } from './due-line.tsx';
import { amountOf, type InvoiceRowProps, NumberLink, PartDue, pdfStateOf } from './invoice-list.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

/** An invoice on an administrator's phone. */
export const InvoiceCard = ({ invoice, address, actions }: InvoiceRowProps) => (
  <Card.Root as="li" size="sm" variant="outline" data-opens cursor="pointer">
    <Card.Body gap="2">
      <HStack justify="space-between">
        <NumberLink invoice={invoice} address={address} />
        <Box textAlign="end">
          <Text fontWeight="semibold" textStyle="number">
            {amountOf(invoice)}
          </Text>
          <PartDue invoice={invoice} />
        </Box>
      </HStack>
      <HStack textStyle="detail">
        <InvoiceStatusBadge invoice={invoice} />
        {formatDateShort(invoice.createdAt)} · {pdfStateOf(invoice)}
      </HStack>
      {isOwed(invoice) && <DueLine day={invoice.dueDate} />}
      <HStack justify="flex-end" flexWrap="wrap" _print={{ display: 'none' }}>
        {actions}
      </HStack>
    </Card.Body>
  </Card.Root>
);
