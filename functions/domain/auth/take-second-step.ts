import { checkAssertion, checkRecoveryCode, checkTotp } from '#functions/domain/factors/check-factor.ts';
import { openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt } from '#functions/domain/system/throttle.ts';
import type { OpenSecondStep } from '#functions/ports/database/auth/sign-in-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SpentFactor } from '#functions/ports/database/factors/spent-factor.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { FactorKey } from '#functions/ports/factor-key.ts';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestParsed } from '#shared/contract/index.ts';
import { AppError, SECOND_STEP_OVER } from '#shared/errors.ts';
import { findKnownBrowser } from './known-browser.ts';
import { type OpenPorts, openSession } from './open-session.ts';
import { describePasskeySignIn } from './sign-in-throttle.ts';

/** Wrong codes allowed in an hour from a browser that the account knows, and from all others together (D47). */
const WRONG_MAX = 10;
/** After this many wrong codes in an hour the owner gets a mail, one an hour. */
const TOLD_AT = 5;
const WINDOW_SECONDS = 60 * 60;

type Tried = RequestParsed<'auth.second-step'>['body'];

interface StepPorts extends OpenPorts {
  database: Pick<Database, 'signIns' | 'throttle' | 'journal' | 'mails'>;
  passkeys: Passkeys;
  factorKey: FactorKey;
  passwords: Pick<Passwords, 'verify' | 'verifyNobody'>;
  note: NoteRequest;
}

/** No counter names the account: a full counter of an account blocks its sign-in, and only the second step is refused. */
const wrongStepsOf = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint'>,
  userId: number,
  browserId: string | undefined,
): Promise<ThrottleBucket> => ({
  name: await sessionTokens.fingerprint(
    JSON.stringify(['second step', 'user', userId, ...(browserId ? ['known browser', browserId] : [])]),
  ),
  limit: WRONG_MAX,
  windowSeconds: WINDOW_SECONDS,
});

const tellAfter = (userId: number): ThrottleBucket => ({
  name: `wrong second steps of user ${userId}`,
  limit: TOLD_AT - 1,
  windowSeconds: WINDOW_SECONDS,
});

const noticesOf = (userId: number): ThrottleBucket => ({
  name: `notices of wrong second steps of user ${userId}`,
  limit: 1,
  windowSeconds: WINDOW_SECONDS,
});

const check = async (
  { passkeys, sessionTokens, factorKey, passwords }: StepPorts,
  step: OpenSecondStep,
  tried: Tried,
  now: Date,
): Promise<SpentFactor | undefined> => {
  if ('assertion' in tried) {
    const { passkey: stored } = step;

    return stored && checkAssertion({ passkeys, sessionTokens }, { assertion: tried.assertion, stored }, now);
  }
  if ('code' in tried) {
    const { User_Id: userId } = step.credentials.user;

    return step.totp && checkTotp(factorKey, { userId, stored: step.totp, code: tried.code }, now);
  }

  return checkRecoveryCode(passwords, step.recoveryCode, tried.recoveryCode);
};

const SENTENCES = {
  assertion: ['assertion', 'This passkey was not accepted. Please try again, or take another way.'],
  code: ['code', 'This code is wrong, or was used already. Please enter the next one.'],
  recoveryCode: ['recoveryCode', 'This recovery code is wrong, or was used already.'],
} as const;

const refuse = (tried: Tried): AppError => {
  const [field, sentence] =
    'assertion' in tried ? SENTENCES.assertion : 'code' in tried ? SENTENCES.code : SENTENCES.recoveryCode;

  return new AppError('invalid_request', sentence, { fields: { [field]: sentence } });
};

/** Records a wrong second step, and tells the owner after five in an hour, because somebody knows the password. */
const noteWrong = async (
  { database, ...ports }: StepPorts,
  viewer: Viewer,
  { User_Id: userId, User_Email: recipient }: OwnUser | OpenSecondStep['credentials']['user'],
  now: Date,
): Promise<void> => {
  await database.journal.recordFailedSignIn(userId, viewer.address);
  if (await database.throttle.take(tellAfter(userId), now)) {
    const orders = openMailOrders(ports, now);
    await orders.order(database.mails, {
      kind: 'second-step-refused',
      userId,
      recipient,
      atMost: noticesOf(userId),
    });
    await orders.send();
  }
};

const tellOfUsedCode = async (
  { database, ...ports }: StepPorts,
  { credentials: { user }, codesLeft }: OpenSecondStep,
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  await orders
    .order(database.mails, {
      kind: 'recovery-code-used',
      userId: user.User_Id,
      recipient: user.User_Email,
      about: { codesLeft: codesLeft - 1 },
    })
    .catch(ports.report);
  await orders.send();
};

/**
 * Completes the sign-in whose second step the request's session has open. Wrong codes are limited, passkeys are not,
 * because nobody guesses one (D47).
 */
export const takeSecondStep = async (
  ports: StepPorts,
  viewer: Viewer,
  tried: Tried,
  now: Date,
): Promise<OwnUser> => {
  const { database, sessionTokens } = ports;
  const claims = viewer.sessionToken ? await sessionTokens.verify(viewer.sessionToken) : undefined;
  const asked = {
    credentialId: 'assertion' in tried ? tried.assertion.id : undefined,
    place: 'recoveryCode' in tried ? tried.recoveryCode.slice(0, 1) : undefined,
  };
  const step = claims && (await database.signIns.findStep(claims.sessionId, asked, now));
  if (!step) {
    throw new AppError('unauthenticated', SECOND_STEP_OVER);
  }

  const { user, passwordHash } = step.credentials;
  const { User_Id: userId } = user;
  const browserId = await findKnownBrowser(sessionTokens, viewer, { userId, passwordHash });
  const tries =
    'assertion' in tried
      ? (await describePasskeySignIn(sessionTokens, viewer, userId)).buckets
      : [await wrongStepsOf(sessionTokens, userId, browserId)];
  const { address } = viewer;
  await countAttempt(database.throttle, { buckets: tries, address }, now);
  const spent = await check(ports, step, tried, now);
  if (!spent) {
    await noteWrong(ports, viewer, user, now);
    throw refuse(tried);
  }

  if (spent.way === 'recovery') {
    // Before it is used, so that a restore takes back no code that may have been used.
    ports.note({ account: { id: userId, owNumber: user.OWNumber, factors: { change: 'code-used' } } });
  }
  const { buckets, quota } = step.counted;
  const givenBack = { buckets: [...buckets, ...tries], quota, address };
  const signedIn = await openSession(
    ports,
    viewer,
    {
      credentials: step.credentials,
      rememberMe: step.isRemembered,
      isFromKnownBrowser: browserId !== undefined,
      spent,
      completesStep: true,
      alongside: () =>
        Promise.all([
          database.throttle.countSuccess(givenBack, now).catch(ports.report),
          ...(spent.way === 'recovery' ? [tellOfUsedCode(ports, step, now)] : []),
        ]),
    },
    now,
  );
  if (!signedIn) {
    throw refuse(tried);
  }

  return signedIn;
};
