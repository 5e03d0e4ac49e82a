/** Uses the portal from outside, by its public address, as a browser does. */
export interface Canary {
  readPassword(): Promise<string>;
  /**
   * Signs in, reads the account and signs out; false if the portal refuses the password. Rejects in every other case.
   */
  visit(identifier: string, password: string): Promise<boolean>;
}
