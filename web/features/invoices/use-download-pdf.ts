import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure, toast } from '../../lib/browser/toast.ts';
import { addressOf } from '../../lib/reads/api.ts';
import { isConflict } from '../../lib/reads/api-error.ts';
import { pdfListsKey } from './invoice-list-query.ts';
import { pdfCalls, pdfRoute } from './pdf-calls.ts';
import { PDF_WORDS, type PdfArea } from './shown-pdfs.ts';

interface Download {
  id: number;
  /** Null if the browser has blocked it. */
  tab: Window | null;
}

/** The PDF's own address, whose answer says that it is shown and that a saved file has its number as its name. */
const addressOfPdf = (area: PdfArea, id: number) => addressOf(pdfRoute(area), { params: { id } });

/** Opens a PDF in a new tab. Call it in the handler of a press: a browser blocks a tab that opens after an answer. */
export const openPdfTab = (area: PdfArea, id: number): Window | null => {
  const tab = window.open('', '_blank');
  tab?.location.replace(addressOfPdf(area, id));

  return tab;
};

/** Asks whether the file is there and what it is called; the tab reads its content. */
const readHead = async (url: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(url, init);
  if (!answer.ok) {
    return answer;
  }
  await answer.body?.cancel();

  return new Response(null, answer);
};

/**
 * Says how a download went: a tab cannot tell, so this page asks the same beside it, and closes the tab after a refusal.
 * A 409 means that the PDF no longer exists and the list is out of date. Without a tab the person gets a link.
 */
export const useDownloadPdf = (area: PdfArea) => {
  const queryClient = useQueryClient();
  const { name } = PDF_WORDS[area];

  return useMutation({
    mutationFn: ({ id }: Download) => pdfCalls(area).download({ params: { id }, send: readHead }),
    onSuccess: (file, { id, tab }) =>
      tab
        ? toast({
            title: 'Download started',
            description: `${name} PDF is opening in a new tab`,
            tone: 'success',
          })
        : toast({
            title: 'The new tab was blocked',
            description: 'Press the name to open the PDF.',
            action: { label: file.name, address: addressOfPdf(area, id) },
          }),
    onError: (error, { tab }) => {
      tab?.close();
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
