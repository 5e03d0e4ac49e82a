import { Badge } from '@chakra-ui/react';
import type { ClientService } from '#shared/contract/client.ts';

const PALETTES = { Active: 'green', Inactive: 'gray', Pending: 'orange', Suspended: 'red' } as const;

export const ServiceStatusBadge = ({ status }: Pick<ClientService, 'status'>) => (
  <Badge size="sm" colorPalette={PALETTES[status]}>
    {status}
  </Badge>
);
