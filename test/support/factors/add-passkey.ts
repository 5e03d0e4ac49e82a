import { eq } from 'drizzle-orm';
import { passkeys as passkeyTable } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { makeChallenge, toUserHandle } from '#functions/domain/factors/passkey-challenge.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { makeAuthenticator } from '#test/support/webauthn/software-authenticator.ts';

type Portal = Pick<TestPortal, 'connection'>;

/** The origin that browsers see; the packaged functions have that of AWS, whatever the address of a test's calls. */
export const portalOrigin = (): string => process.env.PORTAL_ORIGIN ?? '';

/** Returns a challenge of the portal, as its sign-in page gets one; of another moment or session on demand. */
export const makePortalChallenge = async (now = new Date(), sessionId?: string): Promise<string> => {
  const { sessionTokens } = await import('#functions/runtime/ports/session-tokens-port.ts');

  return makeChallenge(sessionTokens, now, sessionId);
};

/** Gives an account a passkey, and returns the device that has it. */
export const addPasskey = async (
  { connection }: Portal,
  userId: number,
  device: { isSynced?: boolean } = {},
) => {
  const { passkeys } = await import('#functions/runtime/ports/passkeys-port.ts');
  const [account] = await connection
    .select({ handle: users.passkey_handle })
    .from(users)
    .where(eq(users.User_Id, userId));
  const authenticator = makeAuthenticator({ origin: portalOrigin(), ...device });
  const challenge = await makePortalChallenge();
  const user = { id: toUserHandle(account?.handle ?? ''), name: '', displayName: '' };
  const made = await passkeys.checkAttestation(authenticator.register({ challenge, user }), challenge);
  if (!made) {
    throw new Error('The passkey of a test was not accepted');
  }
  await connection.insert(passkeyTable).values({
    user_id: userId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    is_backed_up: made.isBackedUp,
    transports: made.transports,
    name: 'Firefox on Linux',
  });

  return authenticator;
};
