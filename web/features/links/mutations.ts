import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { sessionQuery } from '../../lib/session/session.ts';

export const useRequestReset = () =>
  useMutation({
    mutationFn: (body: RequestInput<'links.request-reset'>['body']) => api.links['request-reset']({ body }),
  });

export const useReset = () =>
  useMutation({ mutationFn: (body: RequestInput<'links.reset'>['body']) => api.links.reset({ body }) });

/**
 * Verifies an address; answers 'sign-in' if the link needs its account's session (D46). A 401 concerns this link
 * alone, so it does not end the session of this browser as others do (D36), unless the browser has kept no cookie.
 */
export const useVerify = () => {
  const queryClient = useQueryClient();
  const isSignedIn = () => Boolean(queryClient.getQueryData(sessionQuery.queryKey));

  return useMutation({
    mutationFn: async (token: string): Promise<'verified' | 'sign-in'> => {
      try {
        await api.links.verify({ body: { token } });
        return 'verified';
      } catch (error) {
        if (
          error instanceof ApiError &&
          error.status === 401 &&
          !(error.code === 'no_cookie' && isSignedIn())
        ) {
          return 'sign-in';
        }
        throw error;
      }
    },
  });
};

export const useNotMe = () =>
  useMutation({ mutationFn: (token: string) => api.links['not-me']({ body: { token } }) });
