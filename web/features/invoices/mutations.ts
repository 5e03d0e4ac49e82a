import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Invoice, PdfProgress, StatusChange } from '#shared/contract/invoices.ts';
import type { BilledLine } from '#shared/errors.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import type { Keyed } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError, isConflict } from '../../lib/reads/api-error.ts';
import { pdfCalls } from './pdf-calls.ts';
import { pdfProgressQuery, takeProgress } from './queries.ts';
import { PDF_WORDS, type PdfArea } from './shown-pdfs.ts';

export type NewInvoice = RequestInput<'invoices.create'> & { idempotencyKey: string };

/** Returns the lines that a refusal names because their days are billed already; undefined for any other error. */
export const refusedAsBilled = (error: unknown): readonly BilledLine[] | undefined =>
  error instanceof ApiError && error.code === 'already_billed' ? error.lines : undefined;

/** Creates an invoice. The progress dialog reports success, once the PDF is there. */
export const useCreateInvoice = () =>
  useMutation({
    mutationFn: (invoice: NewInvoice) => api.invoices.create(invoice),
    // Lines that are billed already are asked about in the form.
    onError: (error) => {
      if (!refusedAsBilled(error)) {
        showError('Error creating invoice')(error);
      }
    },
  });

const STATUS_TOASTS = { paid: 'Invoice marked as paid', void: 'Invoice voided' } as const;

/** `onNeedsCredit` gets the sentence of the refusal of a void for which only a credit note is left (D65). */
export const useSetInvoiceStatus = (
  onChanged?: (invoice: Invoice) => void,
  onNeedsCredit?: (sentence: string) => void,
) =>
  useMutation({
    mutationFn: ({ invoice, ...body }: { invoice: Invoice } & StatusChange) =>
      api.invoices.status({ params: { id: invoice.id }, body }),
    onSuccess: (invoice, { status }) => {
      toast({ title: STATUS_TOASTS[status], description: invoice.invoiceNumber, tone: 'success' });
      onChanged?.(invoice);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'credit_note_needed') {
        onNeedsCredit?.(error.message);
      }
    },
  });

/** Issues a credit note. A toast reports success once its PDF is there, as for an invoice. */
export const useIssueCreditNote = (invoiceId: number) =>
  useMutation({
    mutationFn: (note: Keyed<RequestInput<'credit-notes.create'>['body']>) =>
      api['credit-notes'].create({ params: { id: invoiceId }, ...note }),
  });

/** Makes a PDF again. A 409 means that it is being made or exists already; then its progress is read. */
export const useRetryPdf = (area: PdfArea) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (id: number): Promise<PdfProgress> => pdfCalls(area).retry({ params: { id } }),
    onSuccess: (progress, id) => takeProgress(queryClient, { area, id }, progress),
    onError: (error, id) =>
      isConflict(error)
        ? queryClient.resetQueries(pdfProgressQuery(area, id, 0))
        : showError(`Error creating ${PDF_WORDS[area].name.toLowerCase()}`)(error),
  });
};

/** Only the PDF of an invoice can be cancelled. */
export const useCancelInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.cancel({ params: { id: invoiceId } }),
    onSuccess: (progress, id) => {
      toast({
        title: 'PDF cancelled',
        description: `Invoice ${progress.invoiceNumber} keeps its number; 'Create PDF' makes its PDF later.`,
      });

      return takeProgress(queryClient, { area: 'invoices', id }, progress);
    },
  });
};
