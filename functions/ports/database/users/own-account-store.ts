import type { Credentials, OwnAccount } from './user-store.ts';

/** The changes that the owner of an account makes with their password. */
export interface OwnAccountStore {
  /** Reads what its owner sees of an account. */
  find(userId: number): Promise<OwnAccount | undefined>;
  findCredentials(userId: number): Promise<Credentials | undefined>;
  /**
   * Sets the password that the owner chose; false, and nothing is written, if another password was set since the
   * outdated hash was read. Locks the account until the running transaction ends.
   */
  changePassword(userId: number, hash: { outdated: string; chosen: string }): Promise<boolean>;
  /**
   * Keeps the address that the owner wants until its link is used, and ends the links of an earlier one. Refuses an
   * address that another account has, and one to which the account gets no mail.
   */
  askForEmail(userId: number, email: string, now: Date): Promise<void>;
  /** Ends the change of address with its links; false if there is none. */
  keepEmail(userId: number): Promise<boolean>;
}
