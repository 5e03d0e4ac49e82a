import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { conflict, hasFactor, lockOwn, settleOwnChange } from './factor-change.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';

const NO_FACTOR = 'Recovery codes come with a passkey or an authenticator app. Please add one first.';

interface RenewPorts extends MailOrderPorts {
  database: DatabaseOf<'factors' | 'sessionLists' | 'mails' | 'journal'>;
  passwords: Pick<Passwords, 'hash'>;
  note: NoteRequest;
}

/** Makes new recovery codes in place of all old ones; they are shown this once. */
export const renewCodes = async (
  { database, passwords, note, ...ports }: RenewPorts,
  user: SessionUser,
  now: Date,
): Promise<ResponseOf<'factors.renew-codes'>> => {
  const { userId, sessionId: keptId } = user;
  const codes = await makeRecoveryCodes(passwords);
  const orders = openMailOrders(ports, now);
  const owner = await database.transaction(async ({ factors, ...stores }) => {
    const locked = await lockOwn(factors, user);
    if (!hasFactor(locked)) {
      throw conflict(NO_FACTOR);
    }
    await factors.replaceCodes(userId, codes.stored);
    const change = { change: 'codes-renewed', action: 'factors.renew-codes', owner: locked, keptId } as const;
    await settleOwnChange(stores, orders, user, change);

    return locked;
  });
  note({ account: { id: userId, owNumber: owner.owNumber, factors: { change: 'codes-renewed' } } });
  await orders.send();

  return { codes: codes.shown };
};
