import type { Role } from '#shared/contract/fields.ts';

export interface SessionClaims {
  /** Id of a row in `sessions`, which alone decides who is signed in. */
  sessionId: string;
  /** The user for whom the session was started; decides only what begins beside the check of the session (ADR 25). */
  userId: number;
  role: Role;
}

/** The uses of the session key, above all the token in the cookie. */
export interface SessionTokens {
  /** Reads the key again, so that a request does not wait for it; at the start it only waits for the first reading. */
  renew(): Promise<void>;
  sign(claims: SessionClaims, expiresAt: Date): Promise<string>;
  /** Returns the token's claims; undefined if it is forged, expired, unsigned or signed with an unknown key. */
  verify(token: string): Promise<SessionClaims | undefined>;
  /** Returns a keyed hash, for a text that must be recognised later but may not be stored; it changes with the key. */
  fingerprint(text: string): Promise<string>;
  /** True if this is the text's fingerprint, during a rotation by either key. */
  isFingerprint(fingerprint: string, text: string): Promise<boolean>;
}
