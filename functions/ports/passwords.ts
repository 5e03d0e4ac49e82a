export interface Passwords {
  /** An argon2id hash as a PHC string. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** Takes as long as a verification and fails, so that an unknown account answers as slowly as a known one. */
  verifyNobody(password: string): Promise<false>;
  /** True if the hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean;
}
