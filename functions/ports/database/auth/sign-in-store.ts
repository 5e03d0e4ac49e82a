import type {
  SpentFactor,
  StoredPasskey,
  StoredRecoveryCode,
  StoredTotp,
} from '#functions/ports/database/factors/spent-factor.ts';
import type { ThrottledAttempt } from '#functions/ports/database/system/throttle-store.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { Device } from '#functions/ports/user-agents.ts';
import type { SignedInBy } from '#shared/contract/factors.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { SessionLevel } from './session-store.ts';

/** The counters of a sign-in. They are stored without the address, which nothing stores whole (D33). */
export type CountedSignIn = Omit<Required<ThrottledAttempt>, 'address'>;

interface NewSession extends Device {
  id: string;
  userId: number;
  passwordHash: string;
  role: Role;
  isRemembered: boolean;
  /** Cut before it is stored. */
  address: string;
  replacedId: string | undefined;
}

export interface StartedSession extends NewSession {
  expiresAt: Date;
  level: SessionLevel;
  signedInBy: SignedInBy;
  /** The factor that was right; undefined for a password alone. */
  spent: SpentFactor | undefined;
  /** True if the replaced session is the open second step, without which no session starts. */
  completesStep: boolean;
}

/** The sign-in whose second step is open. */
export interface OpenSecondStep {
  credentials: Credentials;
  isRemembered: boolean;
  /** The counters of the sign-in, which its second step gives back. */
  counted: CountedSignIn;
  /** The passkey, authenticator app and recovery code of the account, as far as they were asked for. */
  passkey: StoredPasskey | undefined;
  totp: StoredTotp | undefined;
  recoveryCode: StoredRecoveryCode | undefined;
  /** Recovery codes that were not used. */
  codesLeft: number;
}

export interface SignInStore {
  /**
   * Records the sign-in and starts a session in place of the one that the request presented, in one statement, and
   * writes that its factor was used. Returns how many sessions the account has by then, which may include the replaced
   * one. Returns undefined and starts no session if the account was deactivated or deleted, or got another password or
   * role, since it was read, or if its factor or its open second step was used meanwhile. Such changes and other sign-ins
   * wait until the statement ends.
   */
  start(session: StartedSession, now: Date): Promise<number | undefined>;
  /**
   * Opens the second step of a sign-in, which is no session yet; false as for `start`. It takes the place of an open step
   * that the request presented, and ends no session.
   */
  openStep(session: NewSession & { counted: CountedSignIn; expiresAt: Date }, now: Date): Promise<boolean>;
  /** Ends all but the newest open steps of an account. */
  endOldestSteps(userId: number, stepsMax: number): Promise<void>;
  /** Finds the open second step of a session, with the factor that is tried. */
  findStep(
    sessionId: string,
    tried: { credentialId?: string | undefined; place?: string | undefined },
    now: Date,
  ): Promise<OpenSecondStep | undefined>;
  /** Finds a passkey and its account. */
  findPasskey(
    credentialId: string,
  ): Promise<{ passkey: StoredPasskey; credentials: Credentials } | undefined>;
  /**
   * Ends all but the newest sessions of an account. Of several simultaneous sign-ins, the last to call this sees them
   * all.
   */
  endOldest(userId: number, sessionsMax: number, now: Date): Promise<void>;
  /** Writes that the user of the session proved who they are; false if the passkey's challenge was used meanwhile. */
  prove(
    session: { sessionId: string; userId: number },
    spent: SpentFactor | undefined,
    now: Date,
  ): Promise<boolean>;
  /**
   * Raises a session of level 1 to level 2 under a new id; one of level 2 keeps its id. Returns the id that it has now,
   * when it ends and whether it outlives the browser; undefined if there is no session with the old id any more.
   */
  stepUp(session: {
    userId: number;
    oldId: string;
    newId: string;
  }): Promise<{ id: string; expiresAt: Date; isRemembered: boolean } | undefined>;
}
