import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SignInStore } from '#functions/ports/database/auth/sign-in-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { AppError } from '#shared/errors.ts';

const RAISED_MEANWHILE = 'Your session was renewed in another window. Please try again.';

interface StepUp {
  /** Raises the session in the transaction of `signIns`; does nothing to one of level 2. Returns the id that it has now. */
  write(signIns: Pick<SignInStore, 'stepUp'>): Promise<string>;
  /** Puts the cookie of the raised session into the answer, after the commit. */
  handOver(): Promise<void>;
}

/** Opens the rise of the caller's session to level 2, under a new id, so that nobody who knew the old one rises too. */
export const openStepUp = (
  { sessionTokens }: { sessionTokens: Pick<SessionTokens, 'sign'> },
  viewer: Pick<Viewer, 'keepSession'>,
  { userId, role, sessionId: oldId }: SessionUser,
  now: Date,
): StepUp => {
  const newId = crypto.randomUUID();
  let raised: Awaited<ReturnType<SignInStore['stepUp']>>;

  return {
    write: async (signIns) => {
      raised = await signIns.stepUp({ userId, oldId, newId });
      if (!raised) {
        // Another request was first: this one would keep a session that is gone, and end the one that took its place.
        throw new AppError('conflict', RAISED_MEANWHILE);
      }

      return raised.id;
    },
    handOver: async () => {
      if (raised?.id !== newId) {
        return;
      }
      const { expiresAt, isRemembered } = raised;
      const token = await sessionTokens.sign({ sessionId: newId, userId, role }, expiresAt);
      const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
      viewer.keepSession(token, isRemembered ? secondsLeft : undefined);
    },
  };
};
