import { Box } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { dayAfter } from '#shared/dates.ts';
import { FormDate } from '../../../components/form/date-field.tsx';
import type { InvoiceFields, InvoiceForm } from './invoice-items.ts';

/** The limit of the server, which is later only where the terms are longer (D72). */
const DUE_DAYS_MAX = 90;

interface DueDateFieldProps {
  form: UseFormReturn<InvoiceForm, unknown, InvoiceFields>;
  /** The day of the terms; undefined until they have been read. */
  usualDay: string | undefined;
}

/** The day on which the invoice is due: that of the terms, unless the administrator chooses another. */
export const DueDateField = ({ form, usualDay }: DueDateFieldProps) => {
  const { control, resetField, getValues } = form;
  const now = new Date();
  const lastDay = dayAfter(now, DUE_DAYS_MAX);

  useEffect(() => {
    if (usualDay !== undefined && getValues('dueDate') === '') {
      resetField('dueDate', { defaultValue: usualDay });
    }
  }, [usualDay, getValues, resetField]);

  return (
    <Box width={{ base: 'full', sm: '11rem' }}>
      <FormDate
        control={control}
        name="dueDate"
        label={FIELD_LABELS.dueDate}
        min={dayAfter(now, 0)}
        max={usualDay !== undefined && usualDay > lastDay ? usualDay : lastDay}
      />
    </Box>
  );
};
