import type { AuditEntry, RouteAudit } from '#functions/ports/database/journal-store.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { RouteId } from '#shared/contract/index.ts';

/** The entry of the audit log on what somebody did by a route. */
export const auditOf = (
  { userId, address }: Pick<SessionUser, 'userId' | 'address'>,
  action: RouteId,
  done: Pick<AuditEntry, 'record' | 'changes'> = {},
): AuditEntry & RouteAudit => ({ actorId: userId, action, ...done, address });
