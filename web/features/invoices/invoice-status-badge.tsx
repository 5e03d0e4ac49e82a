import { Badge, HStack } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOverdue } from '#shared/invoices/due-dates.ts';
import { isCreditedInFull } from './invoice-money.ts';
import { OVERDUE, type StatedInvoice, stateOf } from './invoice-state.ts';

interface InvoiceStatusBadgeProps {
  invoice: StatedInvoice & Pick<Invoice, 'dueDate'>;
  /** True for the client, who reads fewer words of the trade. */
  isOwn?: boolean;
}

/**
 * Paid, pending, credited, written off, or any other status, which is red; beside it, whether a part is credited and
 * whether it is overdue.
 */
export const InvoiceStatusBadge = ({ invoice, isOwn = false }: InvoiceStatusBadgeProps) => {
  const { label, ...style } = stateOf(invoice, { isOwn });
  const isPartCredited = !isOwn && invoice.credited > 0 && !isCreditedInFull(invoice);

  return (
    <HStack as="span" display="inline-flex" gap="1" flexWrap="wrap">
      <Badge size="sm" whiteSpace="normal" {...style}>
        {label}
      </Badge>
      {isPartCredited && (
        <Badge size="sm" colorPalette="blue">
          Part credited
        </Badge>
      )}
      {(isOwn || invoice.amountDue > 0) && isOverdue(invoice, new Date()) && (
        <Badge size="sm" colorPalette={OVERDUE.colorPalette} variant={OVERDUE.variant}>
          {OVERDUE.label}
        </Badge>
      )}
    </HStack>
  );
};
