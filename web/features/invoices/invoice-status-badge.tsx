import { Badge, type BadgeProps } from '@chakra-ui/react';

const STYLES: Record<string, BadgeProps> = {
  paid: { variant: 'solid', colorPalette: 'brand' },
  pending: { colorPalette: 'gray' },
};

/** Paid, pending, or any other status, which is red. */
export const InvoiceStatusBadge = ({ status }: { status: string }) => (
  <Badge size="sm" textTransform="capitalize" {...(STYLES[status] ?? { colorPalette: 'red' })}>
    {status}
  </Badge>
);
