import type { Role } from '#shared/contract/fields.ts';

export interface SessionClaims {
  /** Names a row in `sessions`, which alone says who is signed in. */
  sessionId: string;
  /** Whom the session was started for; undefined in a token that does not say. Only reads are begun on it (ADR 25). */
  startedFor?: { userId: number; role: Role } | undefined;
}

/** What the key of the sessions is for: above all the token that the cookie carries. */
export interface SessionTokens {
  sign(claims: SessionClaims, expiresAt: Date): Promise<string>;
  /** What the token says, or undefined if it is forged, expired, unsigned or of an unknown key. */
  verify(token: string): Promise<SessionClaims | undefined>;
  /** A keyed hash, for what must be known again but may be stored nowhere; it changes with the key. */
  fingerprint(text: string): Promise<string>;
  /** Whether this is the text's fingerprint; during a rotation, by either key. */
  isFingerprint(fingerprint: string, text: string): Promise<boolean>;
}
