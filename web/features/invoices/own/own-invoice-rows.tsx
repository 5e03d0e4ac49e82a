import { Box, HStack, Icon, type SystemStyleObject, Text } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatDateShort, formatDay } from '#shared/dates.ts';
import { isOwed } from '#shared/invoices/due-dates.ts';
import { STILL_PAYABLE } from '#shared/invoices/still-payable.ts';
import { DownloadAction } from '../download-action.tsx';
import {
  AmountParts,
  amountOf,
  type InvoiceRowProps,
  InvoiceRows,
  NumberLink,
  RestDue,
} from '../invoice-list.tsx';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';
import { pdfOfInvoice } from '../shown-pdfs.ts';

/** Where a client's list shows rows, and how high it is before it is read. */
export const OWN_LIST = { rowsFrom: 'xl', cardHeight: '4.125rem' } as const;

/** A card of two lines; a client acts in the opened invoice. */
const ShortCard = ({ invoice, address, isOwn }: InvoiceRowProps) => (
  <>
    <Box flex="1" minW="0">
      <NumberLink invoice={invoice} address={address} />
      {invoice.writtenOff > 0 && (
        <Text textStyle="detail" color="fg.warning" fontWeight="medium">
          {STILL_PAYABLE}
        </Text>
      )}
      {isOwed(invoice) ? (
        <RestDue invoice={invoice} isOwn={isOwn} format={formatDay} />
      ) : (
        <HStack textStyle="detail">
          <InvoiceStatusBadge invoice={invoice} isOwn={isOwn} />
          {formatDateShort(invoice.createdAt)}
        </HStack>
      )}
    </Box>
    <Box textAlign="end" whiteSpace="nowrap">
      <Text fontWeight="semibold" textStyle="number">
        {amountOf(invoice)}
      </Text>
      <AmountParts invoice={invoice} isOwn={isOwn} />
    </Box>
    <Icon as={ChevronRight} boxSize="4" color="fg.muted" aria-hidden />
  </>
);

const SHORT_CARDS: SystemStyleObject = {
  '& > ul > li': { flexDirection: 'row', alignItems: 'center', py: '2.5', pe: '2' },
};

/** A client's own invoices, each with its PDF. */
export const OwnInvoiceRows = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <InvoiceRows
    invoices={invoices}
    rowsFrom={OWN_LIST.rowsFrom}
    Card={ShortCard}
    isOwn
    look={SHORT_CARDS}
    actions={(invoice) => invoice.fileName && <DownloadAction pdf={pdfOfInvoice(invoice)} />}
  />
);
