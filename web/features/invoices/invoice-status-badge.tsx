import { Badge, type BadgeProps, HStack } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOverdue } from '#shared/due-dates.ts';
import { isCreditedInFull, isPaidInPart } from './invoice-money.ts';

const STYLES: Record<string, BadgeProps> = {
  paid: { colorPalette: 'green' },
  pending: { colorPalette: 'gray' },
};

const OVERDUE = { label: 'Overdue', colorPalette: 'red', variant: 'solid' } as const;

interface InvoiceStatusBadgeProps {
  invoice: Pick<Invoice, 'status' | 'dueDate' | 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;
  /** True for the client, who reads fewer words of the trade. */
  isOwn?: boolean;
}

/** Returns the first badge: the status of the wire, unless there is a word that says more (D65). */
const stateOf = ({ invoice, isOwn }: InvoiceStatusBadgeProps): BadgeProps & { label: string } => {
  if (isCreditedInFull(invoice)) {
    return { label: 'Credited', colorPalette: 'blue' };
  }
  if (invoice.writtenOff > 0) {
    return isOwn ? OVERDUE : { label: 'Written off', colorPalette: 'orange' };
  }
  if (!isOwn && isPaidInPart(invoice)) {
    return { label: 'Part paid', colorPalette: 'gray' };
  }

  return { label: invoice.status, ...(STYLES[invoice.status] ?? { colorPalette: 'red' }) };
};

/**
 * Paid, pending, credited, written off, or any other status, which is red; beside it, whether a part is credited and
 * whether it is overdue.
 */
export const InvoiceStatusBadge = ({ invoice, isOwn = false }: InvoiceStatusBadgeProps) => {
  const { label, ...style } = stateOf({ invoice, isOwn });
  const isPartCredited = !isOwn && invoice.credited > 0 && !isCreditedInFull(invoice);

  return (
    <HStack as="span" display="inline-flex" gap="1" flexWrap="wrap">
      <Badge size="sm" textTransform={label === invoice.status ? 'capitalize' : undefined} {...style}>
        {label}
      </Badge>
      {isPartCredited && (
        <Badge size="sm" colorPalette="blue">
          Part credited
        </Badge>
      )}
      {invoice.writtenOff === 0 && isOverdue(invoice, new Date()) && (
        <Badge size="sm" colorPalette={OVERDUE.colorPalette} variant={OVERDUE.variant}>
          {OVERDUE.label}
        </Badge>
      )}
    </HStack>
  );
};
