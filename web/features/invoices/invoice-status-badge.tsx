import { Badge } from '@chakra-ui/react';

const PALETTES: Record<string, string> = { paid: 'green', pending: 'gray' };

/** Paid, pending, or anything else, which stands out in red. */
export const InvoiceStatusBadge = ({ status }: { status: string }) => (
  <Badge size="sm" textTransform="capitalize" colorPalette={PALETTES[status] ?? 'red'}>
    {status}
  </Badge>
);
