import type { FactorChange } from '#functions/documents/mails/factor-mails.ts';
import { auditOf } from '#functions/domain/audit.ts';
import type { MailOrders } from '#functions/domain/mails/mail-orders.ts';
import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Stores } from '#functions/ports/database/database.ts';
import type { FactorOwner } from '#functions/ports/database/factors/factor-store.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';

/** Names an account at the makers of passkeys and in authenticator apps, where its address would be seen by others. */
export const labelOf = (owNumber: string): string => `${PRODUCT_NAME} (${owNumber})`;

export const conflict = (sentence: string): AppError => new AppError('conflict', sentence);

export const hasFactor = ({ passkeys, totp }: FactorOwner): boolean => passkeys > 0 || totp;

/** Locks the account of the user who changes their factors. */
export const lockOwn = async (
  factors: Pick<Stores['factors'], 'lock'>,
  { userId }: SessionUser,
): Promise<FactorOwner> => requireOwner(await factors.lock(userId));

interface OwnChange {
  change: FactorChange;
  action: RouteId;
  owner: FactorOwner;
  /** The caller's session, the only one that does not end. */
  keptId: string;
}

/** Ends the owner's other sessions, and tells and records a change of their factors, in the transaction of the change. */
export const settleOwnChange = async (
  { sessionLists, mails, journal }: Pick<Stores, 'sessionLists' | 'mails' | 'journal'>,
  orders: MailOrders,
  user: SessionUser,
  { change, action, owner, keptId }: OwnChange,
): Promise<void> => {
  const { userId } = user;
  await sessionLists.endOthers(userId, keptId);
  await orders.order(mails, {
    kind: 'factor-changed',
    userId,
    recipient: owner.email,
    about: { change },
  });
  await journal.record(auditOf(user, action, { record: `user ${userId}` }));
};
