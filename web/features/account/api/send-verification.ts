import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { isConflict } from '../../../lib/api-error.ts';
import { readSessionAgain } from '../../../lib/session.ts';

/** Sends the mail again that verifies the present address. */
export const useSendVerification = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.account.verification(),
    onError: (error) => {
      // The link was used elsewhere, so this page is out of date.
      if (isConflict(error)) {
        void readSessionAgain(queryClient);
      }
    },
  });
};
