import type { LinkProps } from '@tanstack/react-router';
import type { Role } from '#shared/contract/fields.ts';

/** The address of the form in which users change their own password or email address. */
export const linkToOwnForm = (role: Role, open: 'own.password' | 'own.email'): LinkProps => {
  const form = { tab: open === 'own.password' ? ('security' as const) : undefined, open };

  return role === 'admin'
    ? { to: '/admin', search: { section: 'account', ...form } }
    : { to: '/client', search: { section: 'profile', ...form } };
};
