import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestInput } from '#shared/contract/index.ts';
import type { ListedPayment } from '#shared/contract/ledger-payments.ts';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import { formatAmount } from '#shared/money.ts';
import { api } from '../../lib/api.ts';
import { LEDGER_KEY } from '../../lib/client-key.ts';
import { toast } from '../../lib/toast.ts';

/** Pages of payments, refunds and corrections, the newest first. */
export const paymentListQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [...LEDGER_KEY, 'payments', userId],
    queryFn: ({ pageParam, signal }) =>
      api.ledger.payments({
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

/** Writes money of an account. */
const useMoneyWrite = <Input, Output>(
  write: (input: Input) => Promise<Output>,
  title: (written: Output) => string,
) =>
  useMutation({
    mutationFn: write,
    onSuccess: (written) => toast({ title: title(written), tone: 'success' }),
  });

/** A body with the key of its form (D26). */
interface Keyed<Body> {
  body: Body;
  idempotencyKey: string;
}

export const useRecordPayment = (userId: number) =>
  useMoneyWrite(
    (payment: Keyed<RequestInput<'ledger.record'>['body']>) =>
      api.ledger.record({ params: { userId }, ...payment }),
    ({ amount }) => `Payment of ${formatAmount(amount)} recorded`,
  );

export const useReversePayment = (paymentId: number) =>
  useMoneyWrite(
    (reversal: Keyed<RequestInput<'ledger.reverse'>['body']>) =>
      api.ledger.reverse({ params: { id: paymentId }, ...reversal }),
    ({ amount }) => `Payment of ${formatAmount(amount)} reversed`,
  );

export const useRefundCredit = (userId: number) =>
  useMoneyWrite(
    (refund: Keyed<RequestInput<'ledger.refund'>['body']>) =>
      api.ledger.refund({ params: { userId }, ...refund }),
    ({ amount }) => `Refund of ${formatAmount(-amount)} recorded`,
  );

export const useCorrectOpening = (userId: number) =>
  useMoneyWrite(
    (correction: Keyed<RequestInput<'ledger.correct'>['body']>) =>
      api.ledger.correct({ params: { userId }, ...correction }),
    () => 'Take-on balance adjusted',
  );
