import { checkAssertion } from '#functions/domain/factors/check-factor.ts';
import { countAttempt, countSuccess } from '#functions/domain/system/throttle.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestParsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { findKnownBrowser } from './known-browser.ts';
import { type OpenPorts, openSession } from './open-session.ts';
import { describePasskeySignIn } from './sign-in-throttle.ts';

interface PasskeyPorts extends OpenPorts {
  database: Pick<Database, 'signIns' | 'throttle' | 'journal' | 'mails'>;
  passkeys: Passkeys;
}

const refused = (code: 'unauthenticated' | 'unknown_passkey' = 'unauthenticated') =>
  new AppError(code, 'This passkey was not accepted. Please sign in another way.');

/**
 * Signs in with a passkey, which names its account and is a second factor by itself. Only of an unknown one the code says
 * so, because the browser then offers it no longer: a good one whose challenge has ended must stay.
 */
export const signInWithPasskey = async (
  { database, passkeys, ...ports }: PasskeyPorts,
  viewer: Viewer,
  { assertion, rememberMe }: RequestParsed<'auth.passkey'>['body'],
  now: Date,
): Promise<OwnUser> => {
  const { sessionTokens } = ports;
  const found = await database.signIns.findPasskey(assertion.id);
  const userId = found?.passkey.userId;
  const attempt = await describePasskeySignIn(sessionTokens, viewer, userId);
  await countAttempt(database.throttle, attempt, now);

  const spent =
    found && (await checkAssertion({ passkeys, sessionTokens }, { assertion, stored: found.passkey }, now));
  if (!found || !spent) {
    await database.journal.recordFailedSignIn(userId, viewer.address);
    throw refused(found ? 'unauthenticated' : 'unknown_passkey');
  }
  const { user, passwordHash } = found.credentials;
  if (user.User_Status !== 1) {
    throw new AppError('forbidden', 'This account is not active.');
  }

  await countSuccess(database.throttle, attempt, now);
  const browserId = await findKnownBrowser(sessionTokens, viewer, { userId: user.User_Id, passwordHash });
  const signedIn = await openSession(
    { database, ...ports },
    viewer,
    {
      credentials: found.credentials,
      rememberMe,
      isFromKnownBrowser: browserId !== undefined,
      spent,
      completesStep: false,
    },
    now,
  );
  if (!signedIn) {
    throw refused();
  }

  return signedIn;
};
