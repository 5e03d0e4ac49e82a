import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { isConflict } from '../../lib/api-error.ts';
import { showFailure, toast } from '../../lib/toast.ts';
import { INVOICE_LISTS_KEY } from './queries.ts';

interface Download {
  invoiceId: number;
  /** Opened in the click handler, because a browser blocks a popup that opens after an answer. */
  tab: Window | null;
}

/**
 * Shows the PDF in the tab. The blob's address is never revoked, so that the viewer can save the file while this page
 * is open.
 */
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

/** Opens the PDF. A 409 means that it no longer exists and the list is out of date. */
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
      showFailure(error, {
        title: 'Error downloading invoice',
        description: error.message || 'Unknown error',
      });
      if (isConflict(error)) {
        void queryClient.invalidateQueries({ queryKey: INVOICE_LISTS_KEY });
      }
    },
  });
};
