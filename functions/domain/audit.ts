import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  AuditEntry,
  PageAudit,
  ReadAudit,
  RouteAudit,
} from '#functions/ports/database/system/journal-store.ts';
import type { RouteId } from '#shared/contract/index.ts';

/** The person who acts: a signed-in user, or an operator at the terminal, whom the portal does not know. */
export interface Actor {
  userId: number | null;
  address: string;
}

/** Stands for an operator where a mail names the account that acted; no administrator has it. */
export const NO_USER_ID = 0;

/** Returns the audit log's entry for an act through a route. */
export const auditOf = <By extends Actor>(
  { userId, address }: By,
  action: RouteId,
  done: Pick<AuditEntry, 'record' | 'changes'> = {},
): AuditEntry & RouteAudit<By['userId']> => ({ actorId: userId, action, ...done, address });

/** Returns the entry for a read of one record, which runs beside the check of the reader's session. */
export const auditOfRead = (reader: SessionUser, action: RouteId): ReadAudit => ({
  ...auditOf(reader, action),
  reader,
});

/** Returns the entry for the pages of a list, with at most one row a minute for each route (D33). */
export const auditOfPage = (admin: SessionUser, action: RouteId, now: Date): PageAudit => ({
  ...auditOfRead(admin, action),
  bucket: { name: `${action} by user ${admin.userId}`, limit: 1, windowSeconds: 60 },
  now,
});
