import { Badge } from '@chakra-ui/react';
import { SERVICE_STATUS_LABELS, serviceStatusOf } from './service-status.ts';

const PALETTES = { active: 'green', inactive: 'gray', pending: 'orange', suspended: 'red' } as const;

export const ServiceStatusBadge = ({ status: stored }: { status: string }) => {
  const status = serviceStatusOf(stored);

  return (
    <Badge size="sm" colorPalette={PALETTES[status]}>
      {SERVICE_STATUS_LABELS[status]}
    </Badge>
  );
};
