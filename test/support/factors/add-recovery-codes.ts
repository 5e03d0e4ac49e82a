import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { recoveryCodes } from '#functions/database/schema/auth-tables.ts';
import { makeRecoveryCodes } from '#functions/domain/factors/make-recovery-codes.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** Gives an account recovery codes, and returns them as they are shown. */
export const addRecoveryCodes = async (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
): Promise<string[]> => {
  const { shown, stored } = await makeRecoveryCodes(passwords);
  await connection.insert(recoveryCodes).values(stored.map((code) => ({ user_id: userId, ...code })));

  return shown;
};
