import { Link } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useLinkProps } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { authOptionsQuery } from '../../lib/reads/auth-options-query.ts';

/** Leads nowhere while no mail is configured (D28). A router's link to this page would be announced as the current page. */
const NOWHERE = { href: '', onClick: (event: MouseEvent) => event.preventDefault() };

/** Opens the form that asks for a link to choose a new password. `onOpen` is called before. */
export const ForgotPasswordLink = ({ onOpen }: { onOpen: () => void }) => {
  const { data } = useQuery(authOptionsQuery);
  const link = useLinkProps({ to: '/forgot-password', onClick: onOpen });

  return (
    <Link
      {...(data?.passwordReset ? link : NOWHERE)}
      textStyle="sm"
      fontWeight="semibold"
      color="brand.fg"
      minH="6"
    >
      Forgot password?
    </Link>
  );
};
