import type { HealthCheck } from '#functions/ports/database/system/health-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { DebugResult, DebugTest, KeptDebugResult } from '#shared/contract/debug.ts';

export interface DatabaseFacts {
  version: string;
  /** Number of migrations that this database has run. */
  migrations: number;
  now: Date;
}

/** The data of the debug console. */
export interface DebugStore {
  /** Counts a run in the bucket and writes its audit row. If the bucket is spent, writes none and returns the end of its window. */
  startRun(test: DebugTest, bucket: ThrottleBucket, audit: RouteAudit, now: Date): Promise<Date | undefined>;
  readFacts(): Promise<DatabaseFacts>;
  /** Number of invoices, including those of deleted clients, that have a file on the cloud drive. */
  countFiles(): Promise<number>;
  /**
   * Returns the files whose permissions have gone unchecked the longest, and how many were not checked since
   * `before`.
   */
  listUnchecked(limit: number, before: Date): Promise<{ fileIds: string[]; due: number }>;
  markChecked(fileIds: readonly string[], now: Date): Promise<void>;
  /** Stores a result in place of the previous one of its test, and its findings about the system's health. */
  keepResult(
    run: { test: DebugTest; userId: number; result: DebugResult; health: readonly HealthCheck[] },
    now: Date,
  ): Promise<void>;
  listResults(): Promise<KeptDebugResult[]>;
}
