import type { FactorChange } from '#functions/documents/mails/factor-mails.ts';
import { type Actor, auditOf, NO_USER_ID } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf, Stores } from '#functions/ports/database/database.ts';
import type { FactorSettings } from '#functions/ports/factor-settings.ts';
import type { FactorNote, NoteRequest } from '#functions/ports/request-note.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { conflict, hasFactor, lockOwn, settleOwnChange } from './factor-change.ts';

const LAST_FACTOR = 'An administrator needs a second factor. Please add another one before you remove this.';
const OWN_FACTORS = 'Only another administrator may remove your factors without one of them.';
const NO_APP = 'Your account has no authenticator app.';
const NO_FACTOR = 'This account has no second factor.';

interface RemovePorts extends MailOrderPorts {
  database: DatabaseOf<'factors' | 'sessionLists' | 'mails' | 'journal'>;
  factorSettings: FactorSettings;
  note: NoteRequest;
}

interface Removal {
  change: FactorChange;
  action: RouteId;
  /** The refusal if the factor is not there. */
  missing: () => AppError;
  left(owner: { passkeys: number; totp: boolean }): boolean;
  remove(factors: Stores['factors']): Promise<boolean>;
  factor: FactorNote;
}

/**
 * Removes one of the caller's factors; the last one takes the recovery codes with it. The account is locked, so that of
 * the last two factors of an administrator who needs one, removed in two windows, one stays.
 */
const removeOwn = async (
  { database, factorSettings, note, ...ports }: RemovePorts,
  user: SessionUser,
  { change, action, missing, left, remove, factor }: Removal,
  now: Date,
): Promise<void> => {
  const { userId, sessionId: keptId } = user;
  const orders = openMailOrders(ports, now);
  const owner = await database.transaction(async ({ factors, ...stores }) => {
    const locked = await lockOwn(factors, user);
    if (!(await remove(factors))) {
      throw missing();
    }
    if (!left(locked)) {
      if (factorSettings.isRequired && locked.role === 'admin') {
        throw conflict(LAST_FACTOR);
      }
      await factors.deleteAllOf(userId);
    }
    await settleOwnChange(stores, orders, user, { change, action, owner: locked, keptId });

    return locked;
  });
  note({ account: { id: userId, owNumber: owner.owNumber, factors: factor } });
  await orders.send();
};

export const deletePasskey = (
  ports: RemovePorts,
  user: SessionUser,
  passkeyId: string,
  now: Date,
): Promise<void> =>
  removeOwn(
    ports,
    user,
    {
      change: 'passkey-removed',
      action: 'factors.delete-passkey',
      missing: () => new AppError('not_found', 'Passkey not found'),
      left: ({ passkeys, totp }) => passkeys > 1 || totp,
      remove: (factors) => factors.deletePasskey(user.userId, passkeyId),
      factor: { change: 'removed', passkeyId },
    },
    now,
  );

export const deleteTotp = (ports: RemovePorts, user: SessionUser, now: Date): Promise<void> =>
  removeOwn(
    ports,
    user,
    {
      change: 'app-removed',
      action: 'factors.delete-totp',
      missing: () => conflict(NO_APP),
      left: ({ passkeys }) => passkeys > 0,
      remove: (factors) => factors.deleteTotp(user.userId),
      factor: { change: 'removed' },
    },
    now,
  );

interface RemoveAllPorts extends MailOrderPorts {
  database: DatabaseOf<'factors' | 'sessions' | 'mails' | 'journal'>;
  note: NoteRequest;
}

/**
 * Removes all factors of somebody who lost them, and ends all their sessions. The owner and all other administrators are
 * told; the audit row has the reason. Nobody removes their own, which would make the factor worth no more than the session.
 * An operator does it at the terminal for the last administrator (`npm run admin`).
 */
export const removeFactorsOf = async (
  { database, note, ...ports }: RemoveAllPorts,
  admin: Actor,
  { userId, reason }: { userId: number; reason: string },
  now: Date,
): Promise<void> => {
  if (userId === admin.userId) {
    throw conflict(OWN_FACTORS);
  }

  const orders = openMailOrders(ports, now);
  const owner = await database.transaction(async ({ factors, sessions, mails, journal }) => {
    const locked = requireUser(await factors.lock(userId));
    if (!hasFactor(locked)) {
      throw conflict(NO_FACTOR);
    }
    await factors.deleteAllOf(userId);
    await sessions.endAllOf(userId);
    await orders.order(mails, {
      kind: 'factor-changed',
      userId,
      recipient: locked.email,
      about: { change: 'all-removed' },
    });
    const notice = {
      kind: 'admin-factor-changed',
      about: { userId, adminId: admin.userId ?? NO_USER_ID },
    } as const;
    await orders.orderBy(() => mails.orderToOtherAdmins(userId, notice, now));
    await journal.record(auditOf(admin, 'factors.remove', { record: `user ${userId}`, changes: { reason } }));

    return locked;
  });
  note({ account: { id: userId, owNumber: owner.owNumber, factors: { change: 'all-removed' } } });
  await orders.send();
};
