/** A passkey as it is stored, with the name of its account at the makers of passkeys. */
export interface StoredPasskey {
  id: string;
  userId: number;
  /** In base64url, as `publicKey`. */
  credentialId: string;
  publicKey: string;
  counter: number;
  isBackedUp: boolean;
  /** The uuid of `users.passkey_handle`. */
  handle: string;
}

/** An authenticator app as it is stored. */
export interface StoredTotp {
  sealed: string;
  keyId: string;
  lastStep: number;
}

/** A recovery code as it is stored, found by the letter of its place. */
export interface StoredRecoveryCode {
  place: string;
  hash: string;
}

/** A challenge that was used: it is stored from now until it expires, so that it works once. */
export interface UsedChallenge {
  hash: string;
  expiresAt: Date;
}

/**
 * A factor that was right, with what the statement that starts the session writes, so that it works once: of two
 * requests with the same one, the second starts none.
 */
export type SpentFactor =
  | { way: 'passkey'; passkeyId: string; counter: number; isBackedUp: boolean; challenge: UsedChallenge }
  | {
      way: 'code';
      step: number;
      /** The secret as it was read: an app that took its place meanwhile did not show this code. */
      sealed: string;
      resealed: { sealed: string; keyId: string } | undefined;
    }
  | {
      way: 'recovery';
      place: string /** As it was read: a code that took its place meanwhile is another one. */;
      hash: string;
    };
