import type { ThrottleBucket } from '#functions/ports/database/auth/throttle-store.ts';
import type { Activity } from '#shared/contract/client.ts';
import type { RouteId } from '#shared/contract/index.ts';

export interface AuditEntry {
  actorId: number | null;
  /** The route id; with ' refused' or ' failed' behind it for what was not done. */
  action: string;
  /** What was acted on, as 'user 12'; never a name or an address. */
  record?: string;
  /** Names of the changed fields; values only for role, status and amounts, null for what has none. */
  changes?: readonly string[] | Record<string, string | number | null>;
  /** Cut to /24 or /64 before it is stored. */
  address: string;
}

export interface ActivityEntry {
  userId: number;
  activityType: Activity['activityType'];
  description: string;
}

/** Who did what by a route, where one statement does it and writes the row of the audit log. */
export interface RouteAudit<ActorId = number> {
  actorId: ActorId;
  action: RouteId;
  address: string;
}

/** The same for a page of a list, counted in the bucket: only what is within its limit leaves a row. */
export interface PageAudit extends RouteAudit {
  bucket: ThrottleBucket;
  now: Date;
}

/** What happened: the append-only audit log, and the activity list that a client sees. */
export interface JournalStore {
  /** Writes both in one statement. */
  record(audit: AuditEntry, activity?: ActivityEntry): Promise<void>;
  /**
   * Writes what a signed-in user was refused, counted in the bucket: beyond its limit one row that says so, and then
   * nothing until the window is over.
   */
  recordRefusal(audit: AuditEntry, bucket: ThrottleBucket, now: Date): Promise<void>;
  /** Writes nothing for an unknown account, with the same statement, so that both take the same time. */
  recordFailedSignIn(userId: number | undefined, address: string): Promise<void>;
  listActivities(userId: number, limit: number): Promise<Activity[]>;
}
