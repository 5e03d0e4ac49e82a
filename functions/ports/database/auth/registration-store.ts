import type { OwnAccount } from '#functions/ports/database/users/user-store.ts';
import type { Device } from '#functions/ports/user-agents.ts';

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
   * Writes a client's account, its audit and activity rows, and its first session in place of the one that the
   * request presented. One statement does it, so that a taken address costs as many calls as a free one. Returns
   * undefined and writes nothing if another account has the address.
   */
  register(
    account: NewAccount,
    session: Device & { id: string; expiresAt: Date; replacedId: string | undefined },
    address: string,
  ): Promise<OwnAccount | undefined>;

  /** Creates the canary's account, or sets this password on the existing one. It is in no list and no count. */
  keepCanary(email: string, passwordHash: string): Promise<void>;
}
