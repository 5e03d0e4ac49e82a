import type { HealthState } from '#shared/contract/users.ts';

/** The helpdesk's row: written at each check, each copy, and whenever a call meets an outage. */
export const HELPDESK = 'helpdesk';

/** For so long after an outage nobody calls the helpdesk (D21). */
export const HELPDESK_DOWN_SECONDS = 30;

/** A part of the system, such as the cloud drive, as it was when it was last checked. */
export interface HealthCheck {
  name: string;
  state: HealthState;
  checkedAt: Date;
}

export interface HealthStore {
  /** Rejects if the database does not answer. */
  ping(): Promise<void>;
  save(checks: readonly HealthCheck[]): Promise<void>;
  /** As `save`, and forgets every other part: what is no longer checked says nothing of the system. */
  saveAll(checks: readonly HealthCheck[]): Promise<void>;
}
