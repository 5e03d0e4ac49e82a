import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Stores } from '#functions/ports/database/database.ts';
import type { OwnFactors } from '#shared/contract/factors.ts';

export const listOwnFactors = async (
  factors: Pick<Stores['factors'], 'listOf'>,
  { userId }: SessionUser,
): Promise<OwnFactors> => requireOwner(await factors.listOf(userId));
