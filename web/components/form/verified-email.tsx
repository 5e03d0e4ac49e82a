import { Badge } from '@chakra-ui/react';
import type { User } from '#shared/contract/auth.ts';

interface VerifiedEmailProps {
  user: User;
  /** True if an address that is not verified is marked, too. */
  saysIfNot?: boolean;
}

export const VerifiedEmail = ({ user, saysIfNot = false }: VerifiedEmailProps) => (
  <>
    {user.User_Email}{' '}
    {user.emailVerified && (
      <Badge size="sm" colorPalette="green">
        Verified
      </Badge>
    )}
    {!user.emailVerified && saysIfNot && (
      <Badge size="sm" colorPalette="orange">
        Not verified
      </Badge>
    )}
  </>
);
