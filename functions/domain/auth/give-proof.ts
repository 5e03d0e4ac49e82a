import { type ProofPorts, requirePassword } from '#functions/domain/account/own-password.ts';
import { checkAssertion } from '#functions/domain/factors/check-factor.ts';
import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SpentFactor } from '#functions/ports/database/factors/spent-factor.ts';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { Assertion } from '#shared/contract/factors.ts';
import type { RequestParsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';

interface GivePorts extends ProofPorts {
  database: ProofPorts['database'] & Pick<Database, 'signIns' | 'ownAccounts'>;
  passkeys: Passkeys;
}

const NOT_ACCEPTED = 'This passkey was not accepted. Please use your password.';

const refused = () => new AppError('invalid_request', NOT_ACCEPTED, { fields: { assertion: NOT_ACCEPTED } });

const checkOwnPasskey = async (
  { database, passkeys, sessionTokens }: GivePorts,
  { userId }: SessionUser,
  assertion: Assertion,
  now: Date,
): Promise<SpentFactor> => {
  const found = await database.signIns.findPasskey(assertion.id);
  const spent =
    found?.passkey.userId === userId &&
    (await checkAssertion({ passkeys, sessionTokens }, { assertion, stored: found.passkey }, now));
  if (!spent) {
    throw refused();
  }

  return spent;
};

/** Notes that the user proved who they are, in this session, by the password or a passkey (D48). */
export const giveProof = async (
  ports: GivePorts,
  { user, viewer }: { user: SessionUser; viewer: Viewer },
  given: RequestParsed<'account.proof'>['body'],
  now: Date,
): Promise<void> => {
  let spent: SpentFactor | undefined;
  if ('password' in given) {
    const found = requireOwner(await ports.database.ownAccounts.findCredentials(user.userId));
    await requirePassword(ports, viewer, { found, password: given.password, field: 'password' }, now);
  } else {
    spent = await checkOwnPasskey(ports, user, given.assertion, now);
  }

  if (!(await ports.database.signIns.prove(user, spent, now))) {
    throw refused();
  }
};
