import { NativeSelect } from '@chakra-ui/react';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { CREDIT_NOTE_REASONS } from '#shared/contract/money-limits.ts';
import { CREDIT_NOTE_REASON_LABELS } from '#shared/invoices/credit-note-words.ts';
import { FormField } from '../form/form-field.tsx';

interface CreditReasonFieldProps extends NativeSelect.FieldProps {
  error: string | undefined;
}

/** The reason of a credit note, for a Controller; the choice begins with none. */
export const CreditReasonField = ({ error, ...select }: CreditReasonFieldProps) => (
  <FormField label={FIELD_LABELS.reason} error={error} isRequired>
    <NativeSelect.Root size="sm">
      <NativeSelect.Field {...select}>
        <option value="">Choose a reason</option>
        {CREDIT_NOTE_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {CREDIT_NOTE_REASON_LABELS[reason]}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </FormField>
);
