import type { ThrottleBucket } from '#functions/ports/database/auth/throttle-store.ts';
import type { HealthCheck } from '#functions/ports/database/system/health-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { DebugResult, DebugTest, KeptDebugResult } from '#shared/contract/debug.ts';

export interface DatabaseFacts {
  version: string;
  /** How many migrations this database has run. */
  migrations: number;
  now: Date;
}

/** What the debug console reads and keeps. */
export interface DebugStore {
  /** Takes a run from the bucket and writes its audit row; answers when the window ends if nothing was left. */
  startRun(test: DebugTest, bucket: ThrottleBucket, audit: RouteAudit, now: Date): Promise<Date | undefined>;
  readFacts(): Promise<DatabaseFacts>;
  /** How many invoices, of deleted clients too, have a file on the cloud drive. */
  countFiles(): Promise<number>;
  /** The files whose permissions were not looked at for the longest time, and how many were not since `before`. */
  listUnchecked(limit: number, before: Date): Promise<{ fileIds: string[]; due: number }>;
  markChecked(fileIds: readonly string[], now: Date): Promise<void>;
  /** Keeps a result in the place of the last one of its test, and what it found of the system's health. */
  keepResult(
    run: { test: DebugTest; userId: number; result: DebugResult; health: readonly HealthCheck[] },
    now: Date,
  ): Promise<void>;
  listResults(): Promise<KeptDebugResult[]>;
}
