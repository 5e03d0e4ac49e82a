import { Secret, TOTP } from 'otpauth';
import { totpFactors } from '#functions/database/schema/auth-tables.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

export const STEP_MS = 30_000;

/** Returns the code that an app with this secret shows at this moment. */
export const codeAt = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Gives an account an authenticator app, and returns its secret. */
export const addTotp = async (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
): Promise<string> => {
  const { factorKey } = await import('#functions/runtime/ports/factor-key-port.ts');
  const { secret, sealed, keyId } = await factorKey.makeSecret(userId, 'OW Connect (OW1)');
  await connection
    .insert(totpFactors)
    .values({ user_id: userId, sealed, key_id: keyId, confirmed_at: new Date().toISOString() });

  return secret;
};
