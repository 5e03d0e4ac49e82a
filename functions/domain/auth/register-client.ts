import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { CANARY_EMAIL } from '#functions/domain/system/canary-visit.ts';
import { countAttempt, networkOf } from '#functions/domain/system/throttle.ts';
import { toOwnUser } from '#functions/domain/users/read-users.ts';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { UserAgents } from '#functions/ports/user-agents.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { EMAIL_TAKEN, type OwnUser, type Registration } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';
import { keepKnownBrowser } from './known-browser.ts';
import { requireHardToGuess } from './new-password.ts';
import { makeSession } from './open-session.ts';

/**
 * Registrations allowed in an hour. The network has a limit too, because in an IPv6 network somebody can use any number
 * of addresses.
 */
const REGISTRATIONS_MAX = { address: 20, network: 200 };
const WINDOW_SECONDS = 60 * 60;

interface RegisterPorts extends MailOrderPorts {
  database: DatabaseOf<'throttle' | 'registrations' | 'mails'>;
  passwords: Passwords;
  commonPasswords: CommonPasswords;
  sessionTokens: SessionTokens;
  userAgents: UserAgents;
}

/**
 * Creates a client's account, orders the mail that verifies its address, and signs the client in. The database issues
 * User_Id, OW number and role. A taken address is found out only by the last step, so that its refusal costs a hash
 * and counts as a success does.
 */
export const register = async (
  { database, passwords, commonPasswords, sessionTokens, userAgents, ...ports }: RegisterPorts,
  viewer: Viewer,
  { User_Pass_Bkp, User_Org = null, ...fields }: Registration,
  now: Date,
): Promise<OwnUser> => {
  await requireHardToGuess(commonPasswords, User_Pass_Bkp, fields);

  const { address } = viewer;
  const makeBucket = async (from: string, limit: number) => ({
    name: await sessionTokens.fingerprint(`register from ${from}`),
    limit,
    windowSeconds: WINDOW_SECONDS,
  });
  const buckets = [
    await makeBucket(address, REGISTRATIONS_MAX.address),
    await makeBucket(networkOf(address), REGISTRATIONS_MAX.network),
  ];
  await countAttempt(database.throttle, { buckets, address }, now);

  const passwordHash = await passwords.hash(User_Pass_Bkp);
  const session = await makeSession(
    { sessionTokens, userAgents },
    viewer,
    { role: 'client', rememberMe: false },
    now,
  );
  const orders = openMailOrders(ports, now);
  const user = await database.transaction(async ({ registrations, mails }) => {
    const registered =
      fields.User_Email.toLowerCase() !== CANARY_EMAIL &&
      (await registrations.register({ ...fields, User_Org, passwordHash }, session, viewer.address));
    if (!registered) {
      throw new AppError('conflict', EMAIL_TAKEN, { fields: { User_Email: EMAIL_TAKEN } });
    }
    const { User_Id: userId, User_Email: recipient } = registered;
    await orders.order(mails, { kind: 'verify', userId, recipient });

    return registered;
  });
  await session.handOver(user.User_Id);
  await keepKnownBrowser(sessionTokens, viewer, { userId: user.User_Id, passwordHash });
  await orders.send();

  return toOwnUser(ports.mailSettings, user);
};
