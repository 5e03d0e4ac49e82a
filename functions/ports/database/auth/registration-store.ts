import type { User } from '#shared/contract/auth.ts';

export interface NewAccount {
  User_Name: string;
  User_Surname: string;
  User_Email: string;
  User_Mobile: string;
  User_RegNo: string;
  User_Org: string | null;
  passwordHash: string;
}

export interface RegistrationStore {
  /**
   * Writes a client's account, its first session in the place of the one that the request presented, and what
   * happened, in one statement, so that a taken email costs the same call; undefined, and nothing is written, if
   * another account has the email address.
   */
  register(
    account: NewAccount,
    session: { id: string; expiresAt: Date; replacedId: string | undefined },
    address: string,
  ): Promise<User | undefined>;

  /** Makes the account of the canary, or gives the one that is there this password. It is in no list and no count. */
  keepCanary(email: string, passwordHash: string): Promise<void>;
}
