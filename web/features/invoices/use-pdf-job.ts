import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PdfProgress } from '#shared/contract/invoices.ts';
import { whileAttended } from '../../lib/browser/attended.ts';
import { toast } from '../../lib/browser/toast.ts';
import { isConflict } from '../../lib/reads/api-error.ts';
import { useFollowing } from './followed-pdf.ts';
import { pdfListsKey } from './invoice-list-query.ts';
import { useCancelInvoice, useRetryPdf } from './mutations.ts';
import { FAST_POLL_MS, isJobOpen, isMailWaiting, isRefusal, nextReadMs } from './progress-polling.ts';
import { pdfProgressQuery } from './queries.ts';
import { PDF_WORDS, type PdfArea, type PdfDocument } from './shown-pdfs.ts';

/** Time for which the dialog stays open after the end: the PDF is there, or it can no longer be cancelled. */
const CLOSE_AFTER_MS = 2000;

const useCloseSoon = (isDue: boolean, close: () => void) => {
  useEffect(() => {
    if (!isDue) {
      return;
    }

    const timer = setTimeout(close, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue, close]);
};

const useSuccessToast = (area: PdfArea, finishedNumber: string | undefined) => {
  useEffect(() => {
    if (!finishedNumber) {
      return;
    }

    const { name } = PDF_WORDS[area];
    toast({
      title: `${name} created successfully`,
      description: `${name} ${finishedNumber} is ready`,
      tone: 'success',
    });
  }, [area, finishedNumber]);
};

/** Reloads the list when the job is over, and also when the tab stops following it. */
const useListAfterJob = (area: PdfArea, userId: number, isRunning: boolean) => {
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isRunning) {
      return;
    }

    return () => {
      void queryClient.invalidateQueries({ queryKey: [...pdfListsKey(area), userId] });
    };
  }, [queryClient, area, userId, isRunning]);
};

/**
 * Follows one PDF job for the invoices tab, from the press that issues its document until it is over. Closing the dialog
 * does not end the job: the list shows the PDF once it is there.
 */
export const usePdfJob = (area: PdfArea, userId: number) => {
  const { followed, isShown, follow, forget, ...dialog } = useFollowing(area, userId);
  const { data: progress, error: progressError } = useQuery({
    ...pdfProgressQuery(area, followed?.id ?? 0, followed?.since ?? 0),
    enabled: followed !== undefined,
    refetchInterval: whileAttended<PdfProgress>((state) =>
      isShown && isMailWaiting(state.data) ? FAST_POLL_MS : nextReadMs(state, followed?.since ?? 0),
    ),
  });
  const retryPdf = useRetryPdf(area);
  const cancelInvoice = useCancelInvoice();
  const cancelError = cancelInvoice.variables === followed?.id ? cancelInvoice.error : null;

  const isOpen = progress === undefined || isJobOpen(progress);
  const isRunning = followed !== undefined && isOpen && !isRefusal(progressError);
  const isFinished = progress?.state === 'completed';
  const { close } = dialog;
  useListAfterJob(area, userId, isRunning);
  useSuccessToast(area, isFinished && !followed?.isVoided ? followed?.number : undefined);
  useCloseSoon(isShown && isFinished, close);
  useCloseSoon(isShown && isConflict(cancelError), close);

  // Another visit to the tab announces nothing again.
  useEffect(
    () => () => {
      forget();
      close();
    },
    [forget, close],
  );

  const show = () => {
    cancelInvoice.reset();
    dialog.show();
  };

  const makePdf = (pdf: PdfDocument) => {
    show();
    retryPdf.mutate(pdf.id, {
      onSuccess: () => follow(pdf),
      onError: (error) => (isConflict(error) ? follow(pdf) : close()),
    });
  };

  return {
    followed,
    progress,
    isShown,
    isRunning,
    /** Shown next to the steps: why Cancel came too late, or that the server does not answer. */
    notice: (cancelError ?? progressError)?.message,
    isCancelling: cancelInvoice.isPending,
    makePdf,
    cancel:
      area === 'invoices'
        ? () => followed && cancelInvoice.mutate(followed.id, { onSuccess: close })
        : undefined,
    show,
    close,
  };
};

export type PdfJob = ReturnType<typeof usePdfJob>;
