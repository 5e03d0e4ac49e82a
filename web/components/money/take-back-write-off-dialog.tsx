import type { ReactNode } from 'react';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { writeOffReversalBody } from '#shared/contract/write-offs.ts';
import { centsFromAmount } from '#shared/money.ts';
import { wordOutcome } from '../../lib/money/money-outcome.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { Outcome } from './outcome.tsx';
import { ReasonField } from './reason-field.tsx';
import { useMoneyForm } from './use-money-form.ts';
import { draftOf, type ItemDialogProps, ItemTitle, useTakeBack, WithItem } from './write-off-item.tsx';

/** Credit of the client pays at once what is owed again (D53). */
const outcomeOf = ({ owed, credit }: Debt, writtenOff: number) => {
  const owedCents = centsFromAmount(owed) - centsFromAmount(credit) + centsFromAmount(writtenOff);

  return { owedCents: Math.max(0, owedCents), creditCents: Math.max(0, -owedCents) };
};

interface TakeBackFormProps extends ItemDialogProps {
  title: ReactNode;
  /** What is written off, in rand. */
  writtenOff: number;
  debt: Debt | undefined;
}

const TakeBackForm = ({ item, title, writtenOff, debt, onClose, onDone }: TakeBackFormProps) => {
  const { form, keyed } = useMoneyForm(
    writeOffReversalBody,
    { reason: '' },
    draftOf('write-off taken back', item),
  );

  return (
    <FormDialog
      title={title}
      description="All that is still written off is owed in our books again, and the oldest is paid first again."
      firstField="reason"
      submitLabel="Take back"
      refusal="Write-off not taken back"
      form={form}
      save={useTakeBack(item)}
      inputOf={keyed}
      onClose={onClose}
      onSaved={onDone}
    >
      <Outcome textStyle="number.sm" fontWeight="semibold" minH="12">
        {debt
          ? wordOutcome(outcomeOf(debt, writtenOff))
          : 'Credit of the client pays it at once, as far as it goes.'}
      </Outcome>
      <ReasonField isForAdmins error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Takes back all that is still written off of an item. */
export const TakeBackDialog = (props: ItemDialogProps) => {
  const title = (
    <ItemTitle
      item={props.item}
      words={{ invoice: 'Take back the write-off of', opening: 'Take back the write-off of' }}
      plain="Take back write-off"
    />
  );

  return (
    <WithItem
      item={props.item}
      onClose={props.onClose}
      title={title}
      isWanted={({ writtenOff }) => writtenOff > 0}
      nothing="Nothing of the opening balance is written off"
    >
      {({ writtenOff }, debt) => (
        <TakeBackForm {...props} title={title} writtenOff={writtenOff} debt={debt} />
      )}
    </WithItem>
  );
};
