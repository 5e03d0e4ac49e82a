import type { HealthState } from '#shared/contract/users.ts';

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
}
