import { Badge, type BadgeProps, HStack } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOverdue } from '#shared/due-dates.ts';

const STYLES: Record<string, BadgeProps> = {
  paid: { colorPalette: 'green' },
  pending: { colorPalette: 'gray' },
};

/** Paid, pending, or any other status, which is red; beside it, whether it is overdue. */
export const InvoiceStatusBadge = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'dueDate'> }) => (
  <HStack as="span" display="inline-flex" gap="1" flexWrap="wrap">
    <Badge size="sm" textTransform="capitalize" {...(STYLES[invoice.status] ?? { colorPalette: 'red' })}>
      {invoice.status}
    </Badge>
    {isOverdue(invoice, new Date()) && (
      <Badge size="sm" colorPalette="red" variant="solid">
        Overdue
      </Badge>
    )}
  </HStack>
);
