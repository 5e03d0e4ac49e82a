/** Signs and reads the token that the session cookie carries; the token only names a row in `sessions`. */
export interface SessionTokens {
  sign(sessionId: string, expiresAt: Date): Promise<string>;
  /** The session that the token names, or undefined if it is forged, expired, unsigned or of an unknown key. */
  verify(token: string): Promise<string | undefined>;
}
