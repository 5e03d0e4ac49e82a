import { Badge } from '@chakra-ui/react';
import type { User } from '#shared/contract/auth.ts';

export const VerifiedEmail = ({ user }: { user: User }) => (
  <>
    {user.User_Email}{' '}
    {user.emailVerified && (
      <Badge size="sm" colorPalette="green">
        Verified
      </Badge>
    )}
  </>
);
