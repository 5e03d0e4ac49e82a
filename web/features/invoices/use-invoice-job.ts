import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isConflict } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.ts';
import { type NewInvoice, useCancelInvoice, useCreateInvoice, useRetryInvoice } from './mutations.ts';
import { FAST_POLL_MS, isJobOpen, isMailWaiting, isRefusal, nextReadMs } from './progress-polling.ts';
import { invoiceListQuery, invoiceProgressQuery } from './queries.ts';

/** Time for which the dialog stays open after the end: the PDF is there, or it can no longer be cancelled. */
const CLOSE_AFTER_MS = 2000;

interface FollowedInvoice {
  id: number;
  invoiceNumber: string;
  /** The time at which following began, in ms. */
  since: number;
  /** True if its PDF is made because it was voided; then nothing announces a new invoice. */
  isVoided?: boolean;
}

const useCloseSoon = (isDue: boolean, close: () => void) => {
  useEffect(() => {
    if (!isDue) {
      return;
    }

    const timer = setTimeout(close, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue, close]);
};

const useSuccessToast = (finishedNumber: string | undefined) => {
  useEffect(() => {
    if (!finishedNumber) {
      return;
    }

    toast({
      title: 'Invoice created successfully',
      description: `Invoice ${finishedNumber} is ready`,
      tone: 'success',
    });
  }, [finishedNumber]);
};

/** Reloads the list when the job is over, and also when the tab stops following it. */
const useListAfterJob = (userId: number, isRunning: boolean) => {
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isRunning) {
      return;
    }

    return () => {
      void queryClient.invalidateQueries(invoiceListQuery(userId));
    };
  }, [queryClient, userId, isRunning]);
};

/**
 * Follows one PDF job for the invoices tab, from the press of 'Create' until it is over. Closing the dialog does not
 * end the job: the list shows the PDF once it is there.
 */
export const useInvoiceJob = (userId: number) => {
  const queryClient = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const [followed, setFollowed] = useState<FollowedInvoice>();
  const { data: progress, error: progressError } = useQuery({
    ...invoiceProgressQuery(followed?.id ?? 0, followed?.since ?? 0),
    enabled: followed !== undefined,
    refetchInterval: ({ state }) =>
      isShown && isMailWaiting(state.data) ? FAST_POLL_MS : nextReadMs(state, followed?.since ?? 0),
  });
  const createInvoice = useCreateInvoice();
  const retryInvoice = useRetryInvoice();
  const cancelInvoice = useCancelInvoice();

  const isOpen = progress === undefined || isJobOpen(progress);
  const isRunning = followed !== undefined && isOpen && !isRefusal(progressError);
  const isFinished = progress?.state === 'completed';
  const close = useCallback(() => setIsShown(false), []);
  useListAfterJob(userId, isRunning);
  useSuccessToast(isFinished && !followed?.isVoided ? progress.invoiceNumber : undefined);
  useCloseSoon(isShown && isFinished, close);
  useCloseSoon(isShown && isConflict(cancelInvoice.error), close);

  const follow = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) =>
    setFollowed({ id, invoiceNumber, since: Date.now() });

  const show = () => {
    cancelInvoice.reset();
    setIsShown(true);
  };

  /** The progress of its first PDF is forgotten, because the job has begun again. */
  const followVoided = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) => {
    void queryClient.resetQueries(invoiceProgressQuery(id, 0));
    setFollowed({ id, invoiceNumber, since: Date.now(), isVoided: true });
  };

  /** Shows the dialog at once, and closes it at once if the invoice was refused. */
  const create = async (invoice: NewInvoice) => {
    setFollowed(undefined);
    show();
    await createInvoice.mutateAsync(invoice).then(follow, (error: unknown) => {
      close();
      throw error;
    });
  };

  const makePdf = (invoice: Pick<Invoice, 'id' | 'invoiceNumber'>) => {
    show();
    retryInvoice.mutate(invoice.id, {
      onSuccess: () => follow(invoice),
      onError: (error) => (isConflict(error) ? follow(invoice) : close()),
    });
  };

  return {
    followed,
    progress,
    isShown,
    isRunning,
    /** Shown next to the steps: why Cancel came too late, or that the server does not answer. */
    notice: (cancelInvoice.error ?? progressError)?.message,
    isCreating: createInvoice.isPending,
    isCancelling: cancelInvoice.isPending,
    create,
    makePdf,
    followVoided,
    cancel: () => followed && cancelInvoice.mutate(followed.id, { onSuccess: close }),
    show,
    close,
  };
};
