import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { type CreditNoteReason, creditNoteReason, explanation } from '#shared/contract/credit-notes.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { VatDocument } from '#shared/contract/vat-report.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { TextArea } from '../../components/form/text-area.tsx';
import { CreditReasonField } from '../../components/money/credit-reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import { useIssueMissingNote } from './mutations.ts';

const missingNoteForm = z.object({
  /** The choice begins with none. */
  reason: z
    .string()
    .transform((chosen) => chosen || undefined)
    .pipe(creditNoteReason as z.ZodType<CreditNoteReason, string | undefined>),
  explanation,
});

interface MissingNoteDialogProps {
  /** The voided invoice. */
  document: VatDocument;
  invoiceId: number;
  onClose: () => void;
}

/** Issues the credit note that a voided tax invoice lacks; it moves no money (D66). */
export const MissingNoteDialog = ({ document, invoiceId, onClose }: MissingNoteDialogProps) => {
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
