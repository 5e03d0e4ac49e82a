import type { ContactWrite } from '#functions/ports/database/users/user-store.ts';
import type { LinkPurpose } from '#shared/mails/mail-kinds.ts';

/** A link of a mail that still holds, with its account. */
export interface Link {
  userId: number;
  purpose: LinkPurpose;
  /** The address that the link is about. */
  address: string;
  /** The account's present address. */
  User_Email: string;
  OWNumber: string;
  User_Name: string;
  User_Surname: string;
  emailVerified: boolean;
  isAdmin: boolean;
  /** True if the client registered the account; false if an import or an operator created it. */
  isRegistered: boolean;
}

export interface LinkStore {
  /**
   * Orders and audits the mail with a reset link if an account has the typed address. An unknown address runs the
   * same statement and writes the same row and job, without account and address. With `isOneMore`, the mail is
   * ordered only for a verified address that neither has such a link nor waits for one. Returns the id of the mail,
   * even if none was ordered.
   */
  orderReset(order: { typed: string; address: string; isOneMore: boolean }, now: Date): Promise<string>;
  /**
   * Finds a link of one of the purposes by the hash of its token. Undefined if it was used, ended or has expired, if
   * its account is not active, or if its address is no longer the one that it is about.
   */
  find(link: { tokenHash: string; purposes: readonly LinkPurpose[] }, now: Date): Promise<Link | undefined>;
  /** Locks the account of a link and deletes the link, which has one use; undefined if it no longer holds. */
  take(link: { tokenHash: string } & Pick<Link, 'userId' | 'purpose'>, now: Date): Promise<Link | undefined>;
  /** Sets the password that the owner chose, and marks the address as verified, because the link was mailed to it. */
  setPassword(userId: number, passwordHash: string, write: ContactWrite): Promise<void>;
  /** Marks the account's address as verified, and ends the other links that ask about it. */
  verify(userId: number, write: ContactWrite): Promise<void>;
  /**
   * Gives the account the address that it asked for, as a verified one. Refuses an address that another account has
   * meanwhile.
   */
  changeAddress(userId: number, write: ContactWrite): Promise<void>;
  /** Ends the account's links for a new password. */
  endResets(userId: number): Promise<void>;
  /**
   * Deactivates an account and replaces its address, so that the owner of the address can register. A replacement
   * that is taken gets a random part.
   */
  giveAddressFree(userId: number, replacement: string, write: ContactWrite): Promise<void>;
  /** Ends the account's links and change of address for this address, and stops mail to it. */
  stopMail(userId: number, address: string): Promise<void>;
  /**
   * Ends all links of an account and its change of address, after a new password or address or a deactivation (D46).
   */
  endAllOf(userId: number): Promise<void>;
}
