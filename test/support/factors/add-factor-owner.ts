import type { Role } from '#shared/contract/fields.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { addRecoveryCodes } from './add-recovery-codes.ts';
import { addStoredPasskey } from './add-stored-passkey.ts';
import { addTotp } from './add-totp.ts';

interface Owned {
  role?: Role;
  passkeys: number;
  totp: boolean;
}

/** Adds an account with these factors and its recovery codes, signed in at level 2. */
export const addFactorOwner = async (
  portal: TestPortal,
  { role = 'client', passkeys, totp }: Owned,
): Promise<{ userId: number; ids: string[]; cookie: string }> => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { user_role: role, User_Email: email });
  const ids: string[] = [];
  for (let made = 0; made < passkeys; made += 1) {
    ids.push((await addStoredPasskey(portal, userId)).id);
  }
  if (totp) {
    await addTotp(portal, userId);
  }
  await addRecoveryCodes(portal, userId);

  return { userId, ids, cookie: await startSession(portal, userId, { level: 2 }) };
};
