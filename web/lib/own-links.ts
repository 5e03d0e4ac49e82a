import type { LinkProps } from '@tanstack/react-router';
import type { Role } from '#shared/contract/fields.ts';

/** The address of the form in which users change their own password or email address. */
export const linkToOwnForm = (role: Role, change: 'password' | 'email'): LinkProps => {
  const form = { tab: change === 'password' ? ('security' as const) : undefined, change };

  return role === 'admin'
    ? { to: '/admin', search: { section: 'account', ...form } }
    : { to: '/client', search: { section: 'profile', ...form } };
};
