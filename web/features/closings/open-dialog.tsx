import { Input, Text } from '@chakra-ui/react';
import { openingBody } from '#shared/contract/closings.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { nameDay } from '#shared/dates.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import { monthBehind, nameMonth } from './months.ts';
import { useOpenMonth } from './mutations.ts';

interface OpenDialogProps {
  month: string;
  /** True if no older closing remains, so that the months before it become open, too. */
  isOnly: boolean;
  onClose: () => void;
}

/** Opens the newest closed month again, with a reason. */
export const OpenDialog = ({ month, isOnly, onClose }: OpenDialogProps) => {
  const open = useOpenMonth(month);
  const { form, keyed } = useMoneyForm(openingBody, { reason: '' }, `opening of ${month}`);
  const name = nameMonth(month);
  const opened = isOnly ? `${name} and every month before it become open` : `${name} becomes open`;

  return (
    <FormDialog
      title={`Open ${name} again?`}
      description={`${opened}: entries can be dated there again, so figures may change.`}
      firstField="reason"
      submitLabel={`Open ${name}`}
      refusal={`${name} stays closed`}
      form={form}
      save={open}
      inputOf={keyed}
      onClose={onClose}
    >
      <FormField
        label={FIELD_LABELS.reason}
        error={form.formState.errors.reason?.message}
        hint="Administrators and the auditor read it."
        isRequired
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
      <Text textStyle="sm">
        A payment that was dated {nameDay(`${monthBehind(month)}-01`)} because {name} was closed keeps that
        date.
      </Text>
      <Text textStyle="sm">
        The stored figures stay readable. When the month is closed again, the new ones stand beside them.
      </Text>
    </FormDialog>
  );
};
