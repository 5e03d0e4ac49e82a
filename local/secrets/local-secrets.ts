import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { makeServiceAccount } from '../drive/service-account.ts';

const localSecrets = z.object({
  sessionKey: z.object({ kid: z.string(), key: z.string() }),
  factorKey: z.object({ keyId: z.string(), key: z.string() }),
  originVerify: z.string(),
  serviceAccount: z.object({ clientEmail: z.string(), privateKey: z.string(), publicKey: z.string() }),
});

const makeSecrets = (): z.infer<typeof localSecrets> => ({
  sessionKey: { kid: '1', key: randomBytes(32).toString('base64url') },
  factorKey: { keyId: '1', key: randomBytes(32).toString('base64url') },
  originVerify: randomBytes(32).toString('base64url'),
  serviceAccount: makeServiceAccount('portal@ow-connect-local.iam.gserviceaccount.com'),
});

/**
 * Opens the secrets of one data folder, which are created at its first start, so that sessions survive a restart. A
 * folder of an older version gets the keys that it lacks.
 */
export const openLocalSecrets = (file: string): z.infer<typeof localSecrets> => {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = localSecrets.safeParse(kept);
  if (whole.success) {
    return whole.data;
  }

  const secrets = localSecrets.parse({ ...makeSecrets(), ...kept });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });

  return secrets;
};
