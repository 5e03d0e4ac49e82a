export interface CommonPasswords {
  /** True if a password is one of the commonest, ignoring case. */
  includes(password: string): Promise<boolean>;
}
