import type { NewPasskey } from '#functions/ports/passkey-checks.ts';
import type { OwnFactors, Passkey } from '#shared/contract/factors.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { StoredRecoveryCode, StoredTotp, UsedChallenge } from './spent-factor.ts';

/** What the options of a new passkey are made of. */
export interface PasskeyOwner {
  owNumber: string;
  /** The uuid of `users.passkey_handle`. */
  handle: string;
  passkeys: { credentialId: string; transports: string[] }[];
}

/** An account whose factors may change, with the factors that count. */
export interface FactorOwner {
  owNumber: string;
  email: string;
  role: Role;
  passkeys: number;
  totp: boolean;
}

/** The second factors of accounts (D47). */
export interface FactorStore {
  listOf(userId: number): Promise<OwnFactors | undefined>;
  findPasskeyOwner(userId: number): Promise<PasskeyOwner | undefined>;
  /** Returns the OW number of an account. */
  findOwNumber(userId: number): Promise<string | undefined>;
  /**
   * Locks the account until the running transaction ends, and returns what it has then; undefined if there is no such
   * account. Whatever changes factors locks first.
   */
  lock(userId: number): Promise<FactorOwner | undefined>;
  /**
   * Adds a passkey and notes that its challenge was used, which it was not before; undefined if an account has the
   * passkey already, or the challenge was used.
   */
  addPasskey(
    userId: number,
    passkey: NewPasskey & { name: string; challenge: UsedChallenge },
    now: Date,
  ): Promise<Passkey | undefined>;
  /** Deletes a passkey of the account; false if it has none with this id. */
  deletePasskey(userId: number, id: string): Promise<boolean>;
  /** Keeps the secret of an app until a code confirms it, in place of another such one; false if an app is confirmed. */
  keepTotp(userId: number, totp: Pick<StoredTotp, 'sealed' | 'keyId'>): Promise<boolean>;
  /** Returns the app that waits for its first code. */
  findUnconfirmedTotp(userId: number): Promise<StoredTotp | undefined>;
  /**
   * Confirms the app that has this secret with the code of a step; false if it was replaced or confirmed meanwhile.
   */
  confirmTotp(
    userId: number,
    confirmed: { sealed: string; step: number; resealed: Pick<StoredTotp, 'sealed' | 'keyId'> | undefined },
    now: Date,
  ): Promise<boolean>;
  /** Deletes the app of the account, confirmed or not; false if there is no confirmed one. */
  deleteTotp(userId: number): Promise<boolean>;
  /** Puts these recovery codes in place of all that the account has. */
  replaceCodes(userId: number, codes: readonly StoredRecoveryCode[]): Promise<void>;
  /** Deletes all passkeys, the app and the recovery codes of the account. */
  deleteAllOf(userId: number): Promise<void>;
}
