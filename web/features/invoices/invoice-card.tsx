import { Box, HStack, Text } from '@chakra-ui/react';
import { formatDateShort } from '#shared/dates.ts';
import {
  AmountParts,
  amountOf,
  type InvoiceRowProps,
  NumberLink,
  pdfStateOf,
  RestDue,
} from './invoice-list.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

/** An invoice on an administrator's phone. */
export const InvoiceCard = ({ invoice, address, actions, isOwn }: InvoiceRowProps) => (
  <>
    <HStack justify="space-between">
      <NumberLink invoice={invoice} address={address} />
      <Box textAlign="end">
        <Text fontWeight="semibold" textStyle="number">
          {amountOf(invoice)}
        </Text>
        <AmountParts invoice={invoice} isOwn={isOwn} />
      </Box>
    </HStack>
    <HStack textStyle="detail">
      <InvoiceStatusBadge invoice={invoice} />
      {formatDateShort(invoice.createdAt)} · {pdfStateOf(invoice)}
    </HStack>
    <RestDue invoice={invoice} isOwn={isOwn} />
    <HStack justify="flex-end" flexWrap="wrap" _print={{ display: 'none' }}>
      {actions}
    </HStack>
  </>
);
