import { Secret, TOTP } from 'otpauth';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { makeSealing } from '#functions/adapters/crypto/sealed-secrets.ts';
import type { FactorKey } from '#functions/ports/factor-key.ts';

/** The only values that every authenticator app knows. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Steps before and after the present one whose code is right: clocks of phones differ. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;

export const makeFactorKey = (readSecret: ReadSecret): FactorKey => {
  const sealing = makeSealing(readSecret);

  return {
    makeSecret: async (userId, label) => {
      const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
      const secret = new Secret({ buffer: bytes.buffer });
      const app = new TOTP({ ...RULES, issuer: '', issuerInLabel: false, label, secret });

      return { ...(await sealing.seal(userId, bytes)), secret: secret.base32, uri: app.toString() };
    },

    findStep: async (userId, stored, code, now) => {
      const { secret, isOutdated } = await sealing.open(userId, stored);
      const timestamp = now.getTime();
      const away = TOTP.validate({
        ...RULES,
        secret: new Secret({ buffer: secret }),
        token: code,
        timestamp,
        window: STEPS_AROUND,
      });
      if (away === null) {
        return undefined;
      }

      return {
        step: TOTP.counter({ period: RULES.period, timestamp }) + away,
        resealed: isOutdated ? await sealing.seal(userId, new Uint8Array(secret)) : undefined,
      };
    },
  };
};
