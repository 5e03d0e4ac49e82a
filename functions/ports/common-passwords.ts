export interface CommonPasswords {
  /** Whether a password is one of the commonest, in any case of its letters. */
  includes(password: string): Promise<boolean>;
}
