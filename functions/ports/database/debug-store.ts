import type { DebugResult, DebugTest, KeptDebugResult } from '#shared/contract/debug.ts';
import type { JobKind } from '#shared/job-kinds.ts';
import type { HealthCheck } from './health-store.ts';
import type { RouteAudit } from './journal-store.ts';

export interface DatabaseFacts {
  version: string;
  /** How many migrations this database has run. */
  migrations: number;
  now: Date;
}

/** What the debug console reads and keeps. */
export interface DebugStore {
  readFacts(): Promise<DatabaseFacts>;
  /** How many jobs of each kind are parked; a kind without one is not named. */
  countParkedJobs(): Promise<{ kind: JobKind; count: number }[]>;
  /** How many invoices, of deleted clients too, have a file on the cloud drive. */
  countFiles(): Promise<number>;
  /** The files whose permissions were not looked at for the longest time, and how many there are in all. */
  listUnchecked(limit: number): Promise<{ fileIds: string[]; total: number }>;
  markChecked(fileIds: readonly string[], now: Date): Promise<void>;
  /** Keeps a result in the place of the last one, what it found of the system's health, and who asked for it. */
  keepResult(
    run: { test: DebugTest; userId: number; result: DebugResult; health: readonly HealthCheck[] },
    audit: RouteAudit,
    now: Date,
  ): Promise<void>;
  listResults(): Promise<KeptDebugResult[]>;
}
