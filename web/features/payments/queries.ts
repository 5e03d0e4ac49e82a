import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { api } from '../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../lib/reads/client-key.ts';

/** Pages of payments, refunds and corrections, the newest first. */
export const paymentListQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [...LEDGER_KEY, 'payments', userId],
    queryFn: ({ pageParam, signal }) =>
      api.payments.list({
        params: { userId },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListedPayment[]) =>
      page.length < PAYMENTS_SHOWN ? undefined : page.at(-1)?.cursor,
  });

/** Finds a payment of any age: it reads older pages until one has the payment. */
export const usePayment = (userId: number, id: number) => {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    paymentListQuery(userId),
  );
  const found = data?.pages.flat().find((one) => one.id === id);
  const payment = found?.kind === 'payment' ? found : undefined;
  const needsNextPage = !payment && hasNextPage && !isFetching && !error;

  useEffect(() => {
    if (needsNextPage && data) {
      void fetchNextPage();
    }
  }, [needsNextPage, data, fetchNextPage]);

  return {
    payment,
    isMissing: data !== undefined && !payment && !hasNextPage && !isFetching && !error,
    error,
    refetch,
  };
};
