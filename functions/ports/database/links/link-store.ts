export interface LinkStore {
  /**
   * Ends all links of an account and its change of address: its password or address has changed, or it was
   * deactivated (D46).
   */
  endAllOf(userId: number): Promise<void>;
}
