import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { OWN_SESSIONS_KEY, sessionsKeyOf } from '../../lib/client-key.ts';
import { showError, toast } from '../../lib/toast.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: OWN_SESSIONS_KEY,
  queryFn: ({ signal }) => api.account.sessions({ signal }),
});

export const sessionsOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: sessionsKeyOf(userId),
    queryFn: ({ signal }) => api.sessions.list({ params: { User_Id: userId }, signal }),
  });

/** Ends one session, or all but this browser's if it gets no id, and reads the list again. */
const useEnding = (
  queryKey: readonly unknown[],
  endOne: (id: string) => Promise<void>,
  endAll: () => Promise<void>,
) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endAll() : endOne(id)),
    onSuccess: (_, id) =>
      toast({ title: id === undefined ? 'The sessions are ended' : 'The session is ended', tone: 'success' }),
    onError: showError('Error'),
    // A session that is not found has ended meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
};
export type Ending = ReturnType<typeof useEnding>;

export const useEndOwnSessions = () =>
  useEnding(
    ownSessionsQuery.queryKey,
    (id) => api.account['end-session']({ params: { id } }),
    () => api.account['end-sessions'](),
  );

export const useEndSessionsOfUser = (userId: number) =>
  useEnding(
    sessionsOfUserQuery(userId).queryKey,
    (id) => api.sessions.end({ params: { User_Id: userId, id } }),
    () => api.sessions['end-all']({ params: { User_Id: userId } }),
  );
