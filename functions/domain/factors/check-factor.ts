import type {
  SpentFactor,
  StoredPasskey,
  StoredRecoveryCode,
  StoredTotp,
} from '#functions/ports/database/factors/spent-factor.ts';
import type { FactorKey } from '#functions/ports/factor-key.ts';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Assertion } from '#shared/contract/factors.ts';
import { readChallenge, toUserHandle } from './passkey-challenge.ts';

interface PasskeyPorts {
  passkeys: Pick<Passkeys, 'readChallenge' | 'checkAssertion'>;
  sessionTokens: Pick<SessionTokens, 'isFingerprint'>;
}

/** Checks what a browser answers about a stored passkey; undefined if it is not right. */
export const checkAssertion = async (
  { passkeys, sessionTokens }: PasskeyPorts,
  { assertion, stored }: { assertion: Assertion; stored: StoredPasskey },
  now: Date,
): Promise<Extract<SpentFactor, { way: 'passkey' }> | undefined> => {
  const { userHandle } = assertion.response;
  const text = passkeys.readChallenge(assertion);
  const challenge = text === undefined ? undefined : await readChallenge(sessionTokens, text, now);
  const isOfAccount = userHandle === undefined || userHandle === toUserHandle(stored.handle);
  if (text === undefined || !challenge || !isOfAccount) {
    return undefined;
  }
  const checked = await passkeys.checkAssertion(assertion, text, stored);

  return checked && { way: 'passkey', passkeyId: stored.id, ...checked, challenge };
};

/** Checks the code of an authenticator app; undefined if it is wrong, or of a step that was used. */
export const checkTotp = async (
  factorKey: Pick<FactorKey, 'findStep'>,
  { userId, stored, code }: { userId: number; stored: StoredTotp; code: string },
  now: Date,
): Promise<Extract<SpentFactor, { way: 'code' }> | undefined> => {
  const found = await factorKey.findStep(userId, stored, code, now);

  return found && found.step > stored.lastStep ? { way: 'code', ...found, sealed: stored.sealed } : undefined;
};

/**
 * Checks a recovery code; undefined if it is wrong. It takes as long without a stored code in its place, so that the time
 * tells nobody which ones were used.
 */
export const checkRecoveryCode = async (
  passwords: Pick<Passwords, 'verify' | 'verifyNobody'>,
  stored: StoredRecoveryCode | undefined,
  code: string,
): Promise<Extract<SpentFactor, { way: 'recovery' }> | undefined> => {
  const isRight = stored ? await passwords.verify(code, stored.hash) : await passwords.verifyNobody(code);

  return stored && isRight ? { way: 'recovery', ...stored } : undefined;
};
