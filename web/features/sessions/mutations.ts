import { useMutation } from '@tanstack/react-query';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';

/** Ends one session, or all but this browser's if it gets no id. */
const useEnding = (endOne: (id: string) => Promise<void>, endAll: () => Promise<void>) =>
  useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endAll() : endOne(id)),
    onSuccess: (_, id) =>
      toast({ title: id === undefined ? 'The sessions are ended' : 'The session is ended', tone: 'success' }),
    onError: showError('Error'),
  });

export type Ending = ReturnType<typeof useEnding>;

export const useEndOwnSessions = () =>
  useEnding(
    (id) => api.account['end-session']({ params: { id } }),
    () => api.account['end-sessions'](),
  );

export const useEndSessionsOfUser = (userId: number) =>
  useEnding(
    (id) => api.sessions.end({ params: { User_Id: userId, id } }),
    () => api.sessions['end-all']({ params: { User_Id: userId } }),
  );
