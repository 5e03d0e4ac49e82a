import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { Activity } from '#shared/contract/client.ts';
import type { RouteId } from '#shared/contract/index.ts';

export interface AuditEntry {
  actorId: number | null;
  /** The route id, followed by ' refused' or ' failed' if the action was not done. */
  action: string;
  /** The record of the action, as 'user 12'; never a name or an address. */
  record?: string;
  /**
   * Names of the changed fields; values only for role, status, amounts and the reason for which factors were removed, null
   * for fields without one.
   */
  changes?: readonly string[] | Record<string, string | number | null>;
  /** Cut to /24 or /64 before it is stored. */
  address: string;
}

export interface ActivityEntry {
  userId: number;
  activityType: Activity['activityType'];
  description: string;
}

/** Actor and action, for a statement that writes its own audit row. */
export interface RouteAudit<ActorId = number> {
  actorId: ActorId;
  action: RouteId;
  address: string;
}

/** Actor and action of a read, for a statement that fails if the reader's session is not live when it is checked (D33). */
export interface ReadAudit extends RouteAudit {
  reader: SessionUser;
}

/**
 * Actor and action of a read of a list's page, counted in the bucket: only reads within its limit leave an audit row.
 */
export interface PageAudit extends ReadAudit {
  bucket: ThrottleBucket;
  now: Date;
}

/** The append-only audit log, and the activity list that a client sees. */
export interface JournalStore {
  /** Writes the audit row, and the activity if there is one, in one statement. */
  record(audit: AuditEntry, activity?: ActivityEntry): Promise<void>;
  /**
   * Records a refusal of a signed-in user and counts it in the bucket. The first refusal beyond the limit leaves a
   * row that says so; later ones leave none until the window ends.
   */
  recordRefusal(audit: AuditEntry, bucket: ThrottleBucket, now: Date): Promise<void>;
  /**
   * Records a failed sign-in. An unknown account runs the same statement without a write, so that both take equally
   * long.
   */
  recordFailedSignIn(userId: number | undefined, address: string): Promise<void>;
  listActivities(userId: number, limit: number): Promise<Activity[]>;
}
