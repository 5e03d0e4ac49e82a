import type { HealthState } from '#shared/contract/users.ts';

/** The helpdesk's row: written at each check, at each copy, and whenever a call meets an outage. */
export const HELPDESK = 'helpdesk';

/** The row of the mail vendor's account. */
export const MAIL = 'mail';

/** Seconds after an outage in which nobody calls the helpdesk (D21). */
export const HELPDESK_DOWN_SECONDS = 30;

/** The state of a part of the system, such as the cloud drive, at its last check. */
export interface HealthCheck {
  name: string;
  state: HealthState;
  checkedAt: Date;
}

export interface HealthStore {
  /** Rejects if the database does not answer. */
  ping(): Promise<void>;
  save(checks: readonly HealthCheck[]): Promise<void>;
  /**
   * Saves these checks and deletes all others, because a part that is no longer checked says nothing about the
   * system.
   */
  saveAll(checks: readonly HealthCheck[]): Promise<void>;
}
