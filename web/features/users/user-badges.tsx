import { Badge } from '@chakra-ui/react';
import type { Role } from '#shared/contract/fields.ts';

export const RoleBadge = ({ userRole }: { userRole: Role }) => (
  <Badge size="sm" colorPalette={userRole === 'admin' ? 'brand' : 'gray'}>
    {userRole === 'admin' ? 'Admin' : 'Client'}
  </Badge>
);

/** `status` is 1 for active and 0 for inactive. */
export const UserStatusBadge = ({ status }: { status: number }) => (
  <Badge size="sm" colorPalette={status === 1 ? 'green' : 'gray'}>
    {status === 1 ? 'Active' : 'Inactive'}
  </Badge>
);
