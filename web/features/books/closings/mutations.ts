import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nameMonth } from '#shared/months.ts';
import { toast } from '../../../lib/browser/toast.ts';
import type { Keyed } from '../../../lib/forms/idempotency-key.ts';
import { api } from '../../../lib/reads/api.ts';

import { closingsQuery } from './queries.ts';

interface KeyedMonth {
  month: string;
  idempotencyKey: string;
}

/** Closes a month, or computes the figures that a closing of it still lacks. */
export const useCloseMonth = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: ({ month, idempotencyKey }: KeyedMonth) =>
      api.books['close-month']({ body: { month }, idempotencyKey }),
    // The month is closed before its figures are computed, so a request that failed may have closed it.
    onError: () => void queryClient.invalidateQueries(closingsQuery),
  });
};

export const useOpenMonth = (month: string) =>
  useMutation({
    mutationFn: (opening: Keyed<{ reason: string }>) =>
      api.books['open-month']({ params: { month }, ...opening }),
    onSuccess: () => toast({ title: `${nameMonth(month)} is open again`, tone: 'success' }),
  });
