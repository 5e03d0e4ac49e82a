import type { UserEdit } from '#shared/contract/users/user-edit.ts';

/** The unique fields of an account; the OW number is null if it is still to be issued. */
export interface ClientKey {
  line: number;
  email: string;
  owNumber: string | null;
}

/** A client of another system, with the data that the portal stores. */
export interface ImportedClient
  extends Required<{ [Field in Exclude<keyof UserEdit, 'user_role'>]: NonNullable<UserEdit[Field]> | null }> {
  line: number;
  OWNumber: string | null;
  User_Name: string;
  User_Surname: string;
  User_Email: string;
  User_Status: number;
  /** As a decimal string. */
  User_Debit: string;
  /** The day until which a balance below 0 is to be paid. */
  User_Debit_Due: string | null;
  /** When the account was created; null for now. */
  User_Date: string | null;
  email_verified_at: string | null;
  passwordHash: string;
}

export const ORIGINS = ['registered', 'imported', 'operator'] as const;

/** The parts of an account that an operator sees. */
export interface FoundAccount {
  userId: number;
  owNumber: string;
  User_Name: string;
  User_Surname: string;
  isAdmin: boolean;
  madeAt: string;
  origin: (typeof ORIGINS)[number];
  isEmailVerified: boolean;
  /** True if it may be a stranger's: the person who registered with this address has not proved that it is theirs. */
  isUnproven: boolean;
}

/** The data that the operators' commands read and write (`operations/`); no route uses it. */
export interface OperatorStore {
  /** Number of administrators, including inactive ones. */
  countAdmins(): Promise<number>;
  findByEmail(email: string): Promise<FoundAccount | undefined>;
  /**
   * Writes an administrator's account and its audit row in one statement. Undefined, and nothing is written, if
   * another account has the email address, or if there is an administrator already and `allowAnother` is false.
   */
  addAdmin(
    account: { User_Name: string; User_Surname: string; User_Email: string; passwordHash: string },
    options: { allowAnother: boolean },
  ): Promise<{ userId: number; owNumber: string } | undefined>;
  /**
   * Makes an account an active administrator with this password, ends its sessions and links, and writes the audit row;
   * false, and nothing is written, if the account no longer exists.
   */
  promote(userId: number, passwordHash: string): Promise<boolean>;

  /** Returns the clients of this list whose email address or OW number an account has. */
  findClients(
    clients: readonly ClientKey[],
  ): Promise<{ line: number; owNumberOfEmail: string | null; isUnproven: boolean }[]>;
  /** Ensures that the next account registered at the portal gets a number above this one. */
  reserveOwNumbers(highest: number): Promise<void>;
  /**
   * Writes these clients' accounts and an audit row for each in one statement, except those whose email address or OW
   * number an account has by now. Returns the lines of the written ones. Balances are opening entries of the day
   * `takenOn`, which is null if there are none.
   */
  addClients(clients: readonly ImportedClient[], takenOn: string | null): Promise<number[]>;
}
