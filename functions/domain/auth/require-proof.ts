import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import { AppError, PROOF_REQUIRED } from '#shared/errors.ts';

/** Refuses a sensitive act without fresh proof of who asks (D48), on a route that needs it 'by-content'. */
export const requireProof = ({ isProven }: Pick<SessionUser, 'isProven'>): void => {
  if (!isProven) {
    throw new AppError('proof_required', PROOF_REQUIRED);
  }
};
