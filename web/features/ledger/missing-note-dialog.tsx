import { NativeSelect } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod';
import { type CreditNoteReason, creditNoteReason, explanation } from '#shared/contract/credit-notes.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { CREDIT_NOTE_REASONS } from '#shared/contract/limits.ts';
import type { VatDocument } from '#shared/contract/vat-report.ts';
import { CREDIT_NOTE_REASON_LABELS } from '#shared/credit-note-words.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { TextArea } from '../../components/form/text-area.tsx';
import { useFormKey } from '../../lib/idempotency-key.ts';
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
  const idempotencyKey = useFormKey();
  const issue = useIssueMissingNote(invoiceId);
  const form = useForm({
    resolver: zodResolver(missingNoteForm),
    defaultValues: { reason: '', explanation: '' },
  });
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
      inputOf={(body) => ({ body, idempotencyKey })}
      onClose={onClose}
    >
      <FormField label={FIELD_LABELS.reason} error={errors.reason?.message} isRequired>
        <NativeSelect.Root size="sm">
          <Controller
            control={form.control}
            name="reason"
            render={({ field }) => (
              <NativeSelect.Field {...field}>
                <option value="">Choose a reason</option>
                {CREDIT_NOTE_REASONS.map((reason) => (
                  <option key={reason} value={reason}>
                    {CREDIT_NOTE_REASON_LABELS[reason]}
                  </option>
                ))}
              </NativeSelect.Field>
            )}
          />
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
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
