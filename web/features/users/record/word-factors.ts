import type { UserDetail } from '#shared/contract/users.ts';

type Factors = UserDetail['factors'];

export const hasFactors = ({ passkeys, totp }: Factors): boolean => passkeys > 0 || totp;

/** Names the factors of an account, such as 'Passkeys: 2 · Authenticator app · Recovery codes left: 8'. */
export const wordFactors = (factors: Factors): string =>
  hasFactors(factors)
    ? [
        factors.passkeys > 0 && `Passkeys: ${factors.passkeys}`,
        factors.totp && 'Authenticator app',
        `Recovery codes left: ${factors.codesLeft}`,
      ]
        .filter(Boolean)
        .join(' · ')
    : 'None';
