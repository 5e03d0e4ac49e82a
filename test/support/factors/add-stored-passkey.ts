import { passkeys } from '#functions/database/schema/auth-tables.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** Gives an account the row of a passkey that no device has; returns what is stored of it. */
export const addStoredPasskey = async ({ connection }: Pick<TestPortal, 'connection'>, userId: number) => {
  const [added] = await connection
    .insert(passkeys)
    .values({
      user_id: userId,
      credential_id: `credential-${crypto.randomUUID()}`,
      public_key: `public-key-${crypto.randomUUID()}`,
      counter: 0,
      is_backed_up: true,
      transports: ['internal'],
      name: 'Chrome on Android',
    })
    .returning();
  if (!added) {
    throw new Error('The passkey was not written');
  }

  return added;
};
