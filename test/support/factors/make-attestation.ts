import { eq } from 'drizzle-orm';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { makeAuthenticator, type WrongAnswer } from '#test/support/webauthn/software-authenticator.ts';
import { makePortalChallenge, portalOrigin } from './add-passkey.ts';

interface Wish extends WrongAnswer {
  isSynced?: boolean;
  /** The time at which the portal made the challenge. */
  now?: Date;
}

/** Makes a device and the answer with which it registers in the account's session. */
export const makeAttestation = async (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
  { isSynced = false, now = new Date(), ...wrong }: Wish = {},
) => {
  const [session] = await connection
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.user_id, userId));
  const challenge = await makePortalChallenge(now, session?.id ?? crypto.randomUUID());
  const device = makeAuthenticator({ origin: portalOrigin(), isSynced });
  const user = { id: 'aGFuZGxl', name: '', displayName: '' };

  return { device, attestation: device.register({ challenge, user }, wrong) };
};
