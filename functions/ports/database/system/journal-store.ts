import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { Activity } from '#shared/contract/client.ts';
import type { RouteId } from '#shared/contract/index.ts';

export interface AuditEntry {
  actorId: number | null;
  /** The route id, followed by ' refused' or ' failed' if the action was not done. */
  action: string;
  /** The record of the action, as 'user 12'; never a name or an address. */
  record?: string;
  /** Names of the changed fields; values only for role, status and amounts, null for fields without one. */
  changes?: readonly string[] | Record<string, string | number | null>;
  /** Cut to /24 or /64 before it is stored. */
  address: string;
}

export interface ActivityEntry {
  userId: number;
  activityType: Activity['activityType'];
  description: string;
}

/** Who did what through a route, for a statement that does it and also writes the audit row. */
export interface RouteAudit<ActorId = number> {
  actorId: ActorId;
  action: RouteId;
  address: string;
}

/** The same for a page of a list, counted in the bucket: only reads within its limit leave a row. */
export interface PageAudit extends RouteAudit {
  bucket: ThrottleBucket;
  now: Date;
}

/** The append-only audit log, and the activity list that a client sees. */
export interface JournalStore {
  /** Writes both in one statement. */
  record(audit: AuditEntry, activity?: ActivityEntry): Promise<void>;
  /**
   * Writes what a signed-in user was refused, counted in the bucket: beyond its limit one row that says so, and then
   * nothing until the window is over.
   */
  recordRefusal(audit: AuditEntry, bucket: ThrottleBucket, now: Date): Promise<void>;
  /** For an unknown account writes nothing, with the same statement, so that both take the same time. */
  recordFailedSignIn(userId: number | undefined, address: string): Promise<void>;
  listActivities(userId: number, limit: number): Promise<Activity[]>;
}
