import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict } from '../../lib/api-error.ts';
import { showFailure, toast } from '../../lib/toast.ts';
import { pdfCalls, pdfListsKey } from './queries.ts';
import { PDF_WORDS, type PdfArea } from './shown-pdfs.ts';

interface Download {
  id: number;
  /** Opened in the click handler, because a browser blocks a popup that opens after an answer. */
  tab: Window | null;
}

/**
 * Shows the PDF in the tab. The blob's address is never revoked, so that the viewer can save the file while this page
 * is open.
 */
const showPdf = async (area: PdfArea, { id, tab }: Download): Promise<void> => {
  if (!tab) {
    throw new Error('The browser has blocked the new tab.');
  }

  try {
    const file = await pdfCalls(area).download({ params: { id } });
    tab.location.href = URL.createObjectURL(file);
  } catch (error) {
    tab.close();
    throw error;
  }
};

/** Opens a PDF. A 409 means that it no longer exists and the list is out of date. */
export const useDownloadPdf = (area: PdfArea) => {
  const queryClient = useQueryClient();
  const { name } = PDF_WORDS[area];

  return useMutation({
    mutationFn: (download: Download) => showPdf(area, download),
    onSuccess: () =>
      toast({
        title: 'Download started',
        description: `${name} PDF is opening in a new tab`,
        tone: 'success',
      }),
    onError: (error) => {
      showFailure(error, {
        title: `Error downloading ${name.toLowerCase()}`,
        description: error.message || 'Unknown error',
      });
      if (isConflict(error)) {
        void queryClient.invalidateQueries({ queryKey: pdfListsKey(area) });
      }
    },
  });
};
