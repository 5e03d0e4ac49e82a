import type { StoredTotp } from './database/factors/spent-factor.ts';

/** A secret as it is stored: only the factor key opens it, and only for its account. */
export type SealedSecret = Pick<StoredTotp, 'sealed' | 'keyId'>;

/** The secrets of authenticator apps, sealed with a key that the database does not have. */
export interface FactorKey {
  /** Makes the secret of an account's app, which names the account by this label. */
  makeSecret(
    userId: number,
    label: string,
  ): Promise<SealedSecret & { /** In base 32, to be typed. */ secret: string; uri: string }>;
  /**
   * Returns the time step whose code this is, of the present one and its neighbours; undefined if it is none of them. A
   * secret that the key before the last rotation sealed is sealed again.
   */
  findStep(
    userId: number,
    stored: SealedSecret,
    code: string,
    now: Date,
  ): Promise<{ step: number; resealed: SealedSecret | undefined } | undefined>;
}
