import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { type Ended, leaveSession, readSessionAgain } from './session.ts';

/**
 * Returns what a page does after a link that may have ended the session (D46): it reads the session again, and goes to
 * the sign-in page if nobody is signed in here. It returns who is.
 */
export const useLookAgain = () => {
  const queryClient = useQueryClient();
  const router = useRouter();

  return async (ended: Ended): Promise<OwnUser | null> => {
    const user = await readSessionAgain(queryClient).catch(() => null);
    if (!user) {
      await leaveSession(queryClient, router, { ended });
    }

    return user;
  };
};
