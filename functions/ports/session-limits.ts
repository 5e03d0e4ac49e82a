import type { Role } from '#shared/contract/fields.ts';

const MINUTE_MS = 60_000;

/** Time without use after which an administrator's session ends (D47). */
const ADMIN_IDLE_MS = 120 * MINUTE_MS;

/** Time after which the use of a session is noted again (D50). */
export const notedEveryMs = (role: Role): number => (role === 'admin' ? 10 : 60) * MINUTE_MS;

/** The moment since which a session of this role must have been used to be live. */
export const usedSince = (role: Role, now: Date): Date =>
  role === 'admin' ? new Date(now.getTime() - ADMIN_IDLE_MS) : new Date(0);

/** Time for which the second step of a sign-in stays open (D47). */
export const SECOND_STEP_MS = 10 * MINUTE_MS;

/** Time for which a proof of who is signed in counts (D48). */
const PROOF_MS = 10 * MINUTE_MS;

export const isFreshProof = (provedAt: Date, now: Date): boolean =>
  now.getTime() - provedAt.getTime() <= PROOF_MS;
