import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import type { VatDocument } from '#shared/contract/books/vat-report.ts';
import { type CreditNoteReason, creditNoteReason, explanation } from '#shared/contract/credit-notes.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { TextArea } from '../../components/form/text-area.tsx';
import { CreditReasonField } from '../../components/money/credit-reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { useIssueMissingNote } from './mutations.ts';
import { type ShownReport, vatDocumentsQuery } from './queries.ts';

const missingNoteForm = z.object({
  /** The choice begins with none. */
  reason: z
    .string()
    .transform((chosen) => chosen || undefined)
    .pipe(creditNoteReason as z.ZodType<CreditNoteReason, string | undefined>),
  explanation,
});

interface NoteFormProps {
  /** The voided invoice. */
  document: VatDocument;
  invoiceId: number;
  onClose: () => void;
  onDone: () => void;
}

const NoteForm = ({ document, invoiceId, onClose, onDone }: NoteFormProps) => {
  const issue = useIssueMissingNote(invoiceId);
  const { form, keyed } = useMoneyForm(
    missingNoteForm,
    { reason: '', explanation: '' },
    `missing note of ${invoiceId}`,
  );
  const { errors } = form.formState;

  return (
    <FormDialog
      title={`Credit note for ${document.number}`}
      description={`The invoice was voided without one. The note is over all of it, ${formatAmount(document.gross)} with VAT of ${formatAmount(document.vat)}, and bears today's date; what the client owes stays as it is.`}
      firstField="reason"
      submitLabel="Issue credit note"
      refusal="Credit note not issued"
      form={form}
      save={issue}
      inputOf={keyed}
      onSaved={onDone}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="reason"
        render={({ field, fieldState }) => <CreditReasonField error={fieldState.error?.message} {...field} />}
      />
      <FormField
        label={FIELD_LABELS.explanation}
        error={errors.explanation?.message}
        hint="The client reads it on the credit note"
        isRequired
      >
        <TextArea rows={2} {...form.register('explanation')} />
      </FormField>
    </FormDialog>
  );
};

const TITLE = 'Issue the missing credit note';

/** Issues the credit note that a voided tax invoice lacks; it moves no money (D66). */
export const MissingNoteDialog = ({
  subject: { report, invoiceId },
  onClose,
  onDone,
}: DialogProps<{ report: ShownReport; invoiceId: number }>) => {
  const read = useInfiniteQuery(vatDocumentsQuery({ ...report, row: 'voidedWithoutCreditNote' }));
  const found = read.data?.pages
    .flatMap(({ documents }) => documents)
    .find((one) => one.invoiceId === invoiceId && one.OWNumber !== null);
  // Once the note is issued the invoice leaves the row.
  const document = useKept(found);
  const isSearching = !document && read.hasNextPage && !read.isFetching && !read.error;
  const { fetchNextPage } = read;
  useEffect(() => {
    if (isSearching) {
      void fetchNextPage();
    }
  }, [isSearching, fetchNextPage]);
  if (document) {
    return <NoteForm document={document} invoiceId={invoiceId} onClose={onClose} onDone={onDone} />;
  }

  return read.data && !read.hasNextPage && !read.isFetching ? (
    <RefusedDialog title={TITLE} why="No credit note is missing for this invoice" onClose={onClose}>
      It was issued meanwhile, or its client was deleted.
    </RefusedDialog>
  ) : (
    <UnreadDialog title={TITLE} what="the documents" read={read} onClose={onClose} />
  );
};
