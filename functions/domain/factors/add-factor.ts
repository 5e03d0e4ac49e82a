import type { FactorChange } from '#functions/documents/mails/factor-mails.ts';
import { openStepUp } from '#functions/domain/auth/step-up.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf, Stores } from '#functions/ports/database/database.ts';
import type { FactorOwner } from '#functions/ports/database/factors/factor-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { FactorNote, NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { hasFactor, lockOwn, settleOwnChange } from './factor-change.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';

export interface AddPorts extends MailOrderPorts {
  database: DatabaseOf<'factors' | 'signIns' | 'sessionLists' | 'mails' | 'journal'>;
  passwords: Pick<Passwords, 'hash'>;
  sessionTokens: Pick<SessionTokens, 'sign'>;
  note: NoteRequest;
}

interface Addition<Added> {
  change: FactorChange;
  action: RouteId;
  /** Writes the factor in the transaction, after the account is locked; throws if it may not be added. */
  write(factors: Stores['factors'], owner: FactorOwner): Promise<Added>;
  noteOf(added: Added): FactorNote;
}

/**
 * Adds a factor to the caller's account. The first one brings recovery codes, which are shown this once; an
 * administrator's is told to the others, because a password alone sets it up. The caller's session rises to level 2 under a
 * new id, and all others end.
 */
export const addFactor = async <Added>(
  { database, passwords, sessionTokens, note, ...ports }: AddPorts,
  { user, viewer }: { user: SessionUser; viewer: Pick<Viewer, 'keepSession'> },
  { change, action, write, noteOf }: Addition<Added>,
  now: Date,
): Promise<{ added: Added; recoveryCodes: string[] | undefined }> => {
  const { userId } = user;
  const orders = openMailOrders(ports, now);
  const stepUp = openStepUp({ sessionTokens }, viewer, user, now);
  const { owner, ...result } = await database.transaction(async ({ factors, signIns, ...stores }) => {
    const locked = await lockOwn(factors, user);
    const added = await write(factors, locked);
    const codes = hasFactor(locked) ? undefined : await makeRecoveryCodes(passwords);
    if (codes) {
      await factors.replaceCodes(userId, codes.stored);
    }
    const keptId = await stepUp.write(signIns);
    await settleOwnChange(stores, orders, user, { change, action, owner: locked, keptId });
    if (codes && locked.role === 'admin') {
      const notice = { kind: 'admin-factor-changed', about: { userId } } as const;
      await orders.orderBy(() => stores.mails.orderToOtherAdmins(userId, notice, now));
    }

    return { owner: locked, added, recoveryCodes: codes?.shown };
  });
  note({ account: { id: userId, owNumber: owner.owNumber, factors: noteOf(result.added) } });
  await stepUp.handOver();
  await orders.send();

  return result;
};
