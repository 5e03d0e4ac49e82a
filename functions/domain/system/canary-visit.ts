import type { Canary } from '#functions/ports/canary-client.ts';
import type { RegistrationStore } from '#functions/ports/database/auth/registration-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';

/** Email address of the canary's account. No mail reaches it (RFC 2606), and nobody can register it. */
export const CANARY_EMAIL = 'canary@ow-connect.invalid';

interface CanaryPorts {
  canary: Canary;
  database: { registrations: Pick<RegistrationStore, 'keepCanary'> };
  passwords: Pick<Passwords, 'hash'>;
}

/**
 * Signs in from outside. If this is refused, the account may be missing or have an earlier password, so it is created
 * or updated; a second refusal means that signing in fails.
 */
export const visitAsCanary = async ({ canary, database, passwords }: CanaryPorts): Promise<void> => {
  const password = await canary.readPassword();
  if (await canary.visit(CANARY_EMAIL, password)) {
    return;
  }

  await database.registrations.keepCanary(CANARY_EMAIL, await passwords.hash(password));
  if (!(await canary.visit(CANARY_EMAIL, password))) {
    throw new Error('The portal refuses the canary');
  }
};
