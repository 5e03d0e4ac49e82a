import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Invoice, InvoiceProgress } from '#shared/contract/invoices.ts';
import { api } from '../../lib/api.ts';
import { isConflict } from '../../lib/api-error.ts';
import { showError, toast } from '../../lib/toast.ts';
import { nextReadMs } from './progress-polling.ts';

export type NewInvoice = RequestInput<'invoices.create'> & { idempotencyKey: string };

const INVOICE_LISTS_KEY = ['invoices', 'list'] as const;

export const invoiceListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...INVOICE_LISTS_KEY, userId],
    queryFn: ({ signal }) => api.invoices.list({ params: { userId }, signal }),
  });

/** An invoice with its lines, which never change. */
export const invoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['invoices', 'detail', invoiceId],
    queryFn: ({ signal }) => api.invoices.read({ params: { id: invoiceId }, signal }),
  });

/** What kind of invoice is issued now, and how it is paid. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['invoices', 'billing'],
  queryFn: ({ signal }) => api.invoices.billing({ signal }),
});

/** Polls while the job is open. `watchedSince` is a time in ms. */
export const invoiceProgressQuery = (invoiceId: number, watchedSince: number) =>
  queryOptions({
    queryKey: ['invoices', 'progress', invoiceId],
    queryFn: ({ signal }) => api.invoices.progress({ params: { id: invoiceId }, signal }),
    refetchInterval: ({ state }) => nextReadMs(state, watchedSince),
  });

/** Success is told by the progress dialog once the PDF is there, not here. */
export const useCreateInvoice = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoice: NewInvoice) => api.invoices.create(invoice),
    onError: showError('Error creating invoice'),
    onSettled: () => queryClient.invalidateQueries(invoiceListQuery(userId)),
  });
};

/** Takes a progress over, and drops one that was asked for before and would overtake it. */
const takeProgress = async (queryClient: QueryClient, progress: InvoiceProgress) => {
  const { queryKey } = invoiceProgressQuery(progress.invoiceId, 0);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, progress);
};

/** Makes a PDF again. A 409 says that it is being made or is there already: then its progress is the answer. */
export const useRetryInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.retry({ params: { id: invoiceId } }),
    onSuccess: (progress) => takeProgress(queryClient, progress),
    onError: (error, invoiceId) =>
      isConflict(error)
        ? queryClient.resetQueries(invoiceProgressQuery(invoiceId, 0))
        : showError('Error creating invoice')(error),
  });
};

export const useCancelInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.cancel({ params: { id: invoiceId } }),
    onSuccess: (progress) => {
      toast({
        title: 'PDF cancelled',
        description: `Invoice ${progress.invoiceNumber} keeps its number; 'Create PDF' makes its PDF later.`,
      });

      return takeProgress(queryClient, progress);
    },
  });
};

const STATUS_TOASTS = { paid: 'Invoice marked as paid', void: 'Invoice voided' } as const;

export const useSetInvoiceStatus = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: ({ invoice, status }: { invoice: Invoice; status: keyof typeof STATUS_TOASTS }) =>
      api.invoices.status({ params: { id: invoice.id }, body: { status } }),
    onSuccess: ({ invoiceNumber }, { status }) => {
      toast({ title: STATUS_TOASTS[status], description: invoiceNumber, tone: 'success' });
      return queryClient.invalidateQueries(invoiceListQuery(userId));
    },
    onError: showError('Error updating invoice'),
  });
};

interface Download {
  invoiceId: number;
  /** Opened by the click itself, because a browser blocks a popup that comes after an answer. */
  tab: Window | null;
}

/** Shows the PDF in the tab. The blob's address lives as long as this page, so that the viewer can still save it. */
const showInvoice = async ({ invoiceId, tab }: Download): Promise<void> => {
  if (!tab) {
    throw new Error('The browser has blocked the new tab.');
  }

  try {
    const file = await api.invoices.download({ params: { id: invoiceId } });
    tab.location.href = URL.createObjectURL(file);
  } catch (error) {
    tab.close();
    throw error;
  }
};

/** A 409 says that there is no PDF any more: then the list is out of date. */
export const useDownloadInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: showInvoice,
    onSuccess: () =>
      toast({
        title: 'Download started',
        description: 'Invoice PDF is opening in a new tab',
        tone: 'success',
      }),
    onError: (error) => {
      toast({
        title: 'Error downloading invoice',
        description: error.message || 'Unknown error',
        tone: 'error',
      });
      if (isConflict(error)) {
        void queryClient.invalidateQueries({ queryKey: INVOICE_LISTS_KEY });
      }
    },
  });
};
