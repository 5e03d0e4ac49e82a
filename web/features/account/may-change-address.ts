import type { OwnUser } from '#shared/contract/auth.ts';

/** True if the address can be changed here: the link to a client's new address needs mail. */
export const mayChangeAddress = ({ mail, user_role }: Pick<OwnUser, 'mail' | 'user_role'>): boolean =>
  mail !== 'off' || user_role === 'admin';
