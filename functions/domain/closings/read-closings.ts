import { auditOfRead } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { ClosingStore } from '#functions/ports/database/ledger/closing-store.ts';
import type { Closing, OpenPoints } from '#shared/contract/closings.ts';
import { OPEN_POINTS_MAX } from '#shared/contract/limits.ts';

/** Lists the closings of months, also of those that were opened again. */
export const listClosings = (closings: Pick<ClosingStore, 'list'>, admin: SessionUser): Promise<Closing[]> =>
  closings.list(auditOfRead(admin, 'closings.list'));

/** Lists what an administrator may want to do before a month is closed; nothing of it prevents that. */
export const listOpenPoints = (
  closings: Pick<ClosingStore, 'listOpenPoints'>,
  admin: SessionUser,
  month: string,
): Promise<OpenPoints> =>
  closings.listOpenPoints(month, OPEN_POINTS_MAX, auditOfRead(admin, 'closings.open-points'));
