/** What the key of the sessions is for: the token that the cookie carries, which only names a row in `sessions`. */
export interface SessionTokens {
  sign(sessionId: string, expiresAt: Date): Promise<string>;
  /** The session that the token names, or undefined if it is forged, expired, unsigned or of an unknown key. */
  verify(token: string): Promise<string | undefined>;
  /** A keyed hash, for what must be known again but may be stored nowhere; it changes with the key. */
  fingerprint(text: string): Promise<string>;
  /** Whether this is the text's fingerprint; during a rotation, by either key. */
  isFingerprint(fingerprint: string, text: string): Promise<boolean>;
}
