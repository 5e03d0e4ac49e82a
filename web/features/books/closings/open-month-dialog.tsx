import { Input, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Closing } from '#shared/contract/books/closings.ts';
import { openingBody } from '#shared/contract/books/closings.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { nameDay } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { RefusedDialog } from '../../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../../components/dialog/unread-dialog.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { useMoneyForm } from '../../../components/money/use-money-form.ts';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { useKept } from '../../../lib/browser/use-kept.ts';
import { isFiledNow, isLiving, lastClosedOf, monthBehind, STAYS_CLOSED } from './month-steps.ts';
import { useOpenMonth } from './mutations.ts';
import { closingsQuery } from './queries.ts';

interface OpenFormProps {
  month: string;
  /** True if no older closing remains, so that the months before it become open, too. */
  isOnly: boolean;
  onClose: () => void;
  onDone: () => void;
}

const OpenForm = ({ month, isOnly, onClose, onDone }: OpenFormProps) => {
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
      onSaved={onDone}
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

/** Why a month cannot be opened again; undefined if it can. */
const whyNot = (month: string, closings: readonly Closing[]): string | undefined => {
  if (!closings.some((closing) => closing.month === month && isLiving(closing))) {
    return `${nameMonth(month)} is open`;
  }
  if (month !== lastClosedOf(closings)) {
    return 'A later month is closed, which must be opened first';
  }

  return closings.some((closing) => closing.month === month && isFiledNow(closing))
    ? STAYS_CLOSED
    : undefined;
};

/** Opens the newest closed month again, with a reason. */
export const OpenMonthDialog = ({ subject: month, onClose, onDone }: DialogProps<string>) => {
  const closings = useQuery(closingsQuery);
  const refusal = closings.data && whyNot(month, closings.data);
  // Once the month is open it refuses to be opened.
  const closed = useKept(refusal === undefined ? closings.data : undefined);
  const title = `Open ${nameMonth(month)} again?`;
  if (closed) {
    return (
      <OpenForm
        month={month}
        isOnly={closed.filter(isLiving).length === 1}
        onClose={onClose}
        onDone={onDone}
      />
    );
  }

  return refusal === undefined ? (
    <UnreadDialog title={title} what="the closed months" read={closings} onClose={onClose} />
  ) : (
    <RefusedDialog title={title} why={refusal} onClose={onClose} />
  );
};
