import { auditOfRead } from '#functions/domain/audit.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { BilledServiceStore } from '#functions/ports/database/services/billed-service-store.ts';
import type { BilledService } from '#shared/contract/services.ts';
import { daysOfMonth } from '#shared/months.ts';

/** Lists on which invoices a month such as '2026-11' of the client's services stands, or any day since one. */
export const listBilledServices = async (
  billedServices: Pick<BilledServiceStore, 'listOf'>,
  admin: SessionUser,
  { userId, month, since = '' }: { userId: number; month?: string | undefined; since?: string | undefined },
): Promise<BilledService[]> =>
  requireUser(
    await billedServices.listOf(
      userId,
      month === undefined ? { from: since, to: null } : daysOfMonth(month),
      auditOfRead(admin, 'services.billed'),
    ),
  );
