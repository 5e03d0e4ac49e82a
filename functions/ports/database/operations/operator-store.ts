import type { UserEdit } from '#shared/contract/users.ts';

/** An account by what tells it from others; an OW number that is to be issued is null. */
export interface ClientKey {
  line: number;
  email: string;
  owNumber: string | null;
}

/** A client of another system, with what the portal keeps of them. */
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
  /** When the account was made; null for now. */
  User_Date: string | null;
  email_verified_at: string | null;
  passwordHash: string;
}

export const ORIGINS = ['registered', 'imported', 'operator'] as const;

/** An account by what an operator is told of it. */
export interface FoundAccount {
  userId: number;
  owNumber: string;
  isAdmin: boolean;
  madeAt: string;
  origin: (typeof ORIGINS)[number];
  isEmailVerified: boolean;
  /** Whether it may be a stranger's: whoever registered with this address has not proved that it is theirs. */
  isUnproven: boolean;
}

/** What the operators' commands read and write (`operations/`); no route sees it. */
export interface OperatorStore {
  /** How many accounts are administrators, inactive ones too. */
  countAdmins(): Promise<number>;
  findByEmail(email: string): Promise<FoundAccount | undefined>;
  /**
   * Writes an administrator's account and its row of the audit log in one statement. Undefined, and nothing is
   * written, if another account has the email address or if there is an administrator `besides` whom none was wanted.
   */
  addAdmin(
    account: { User_Name: string; User_Surname: string; User_Email: string; passwordHash: string },
    options: { besides: boolean },
  ): Promise<{ userId: number; owNumber: string } | undefined>;
  /**
   * Makes an account an active administrator, ends its sessions and writes the row of the audit log; false, and nothing
   * is written, if the account is gone.
   */
  promote(userId: number): Promise<boolean>;

  /** Of these, those whose email address or OW number an account has. */
  findClients(
    clients: readonly ClientKey[],
  ): Promise<{ line: number; owNumberOfEmail: string | null; isUnproven: boolean }[]>;
  /** Lets the next account of the portal's own have a number above this one. */
  reserveOwNumbers(highest: number): Promise<void>;
  /**
   * Writes these accounts of clients and a row of the audit log for each in one statement, but for those whose email
   * address or OW number an account has by now. Answers the lines of those that it wrote.
   */
  addClients(clients: readonly ImportedClient[]): Promise<number[]>;
}
