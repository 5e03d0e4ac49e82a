import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { writeOffBody } from '#shared/contract/write-offs.ts';
import { centsFromAmount, formatRand, vatPortionCents } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { wordOutcome } from '../../lib/money/money-outcome.ts';
import { invoiceQuery } from '../../lib/reads/invoice-query.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { FormField } from '../form/form-field.tsx';
import { TextArea } from '../form/text-area.tsx';
import { MoneyAmount } from './money-amount.tsx';
import { Outcome } from './outcome.tsx';
import { ReasonField } from './reason-field.tsx';
import { useMoneyForm } from './use-money-form.ts';
import { draftOf, type ItemDialogProps, ItemTitle, useWriteOff, WithItem } from './write-off-item.tsx';

const writeOffForm = writeOffBody.extend({ amount: amountEntry.pipe(writeOffBody.shape.amount) });

export const WRITE_OFF_MEANING =
  'It leaves our books, because we no longer expect to be paid. The client still owes it and can pay it.';

interface InOurBooksProps {
  cents: number;
  dueCents: number;
  debt: Debt | undefined;
}

/** Says what the client owes in our books then. */
const InOurBooks = ({ cents, dueCents, debt }: InOurBooksProps) => {
  if (cents > dueCents) {
    return (
      <Text textStyle="number.sm" color="fg.error">
        {formatRand(cents - dueCents)} more than what is due.
      </Text>
    );
  }

  return (
    <>
      <Text textStyle="number.sm" fontWeight="semibold">
        {formatRand(cents)} leaves our books, {cents === dueCents ? 'nothing' : formatRand(dueCents - cents)}{' '}
        stays due.
      </Text>
      {debt && (
        <Text textStyle="number.sm">
          In our books: {wordOutcome({ owedCents: centsFromAmount(debt.owed) - cents, creditCents: 0 })}
        </Text>
      )}
    </>
  );
};

/** Says what becomes of the VAT in an amount of an invoice. */
const InvoiceVat = ({ invoiceId, cents }: { invoiceId: number; cents: number }) => {
  const { data: detail } = useQuery(invoiceQuery(invoiceId));
  if (!detail) {
    return null;
  }

  return detail.vatPercent === null
    ? 'There is no VAT in it to claim back.'
    : `${formatRand(vatPortionCents(cents, detail.vatPercent))} VAT in it is a bad debt in the VAT report once the return of this invoice is filed.`;
};

interface WriteOffFormProps extends ItemDialogProps {
  title: ReactNode;
  /** What can be written off, in rand. */
  due: number;
  debt: Debt | undefined;
}

const WriteOffForm = ({ item, title, due, debt, onClose, onDone }: WriteOffFormProps) => {
  const { form, keyed } = useMoneyForm(
    writeOffForm,
    { amount: entryFromAmount(due), reason: '', collection: '' },
    draftOf('write-off', item),
  );
  const cents = centsFromAmount(readAmount(useWatch({ control: form.control, name: 'amount' })));
  const { errors } = form.formState;

  return (
    <FormDialog
      title={title}
      description={WRITE_OFF_MEANING}
      firstField="amount"
      submitLabel="Write off"
      submitPalette="red"
      refusal="Nothing was written off"
      form={form}
      save={useWriteOff(item)}
      inputOf={keyed}
      onClose={onClose}
      onSaved={onDone}
    >
      <MoneyAmount control={form.control} name="amount" />
      {/* Its three sentences, of which two are read later. */}
      <Outcome minH={{ base: '9rem', sm: '5.25rem' }}>
        <InOurBooks cents={cents} dueCents={centsFromAmount(due)} debt={debt} />
        <Text textStyle="number.sm" color="fg.muted">
          {item.invoice ? (
            <InvoiceVat invoiceId={item.invoice.id} cents={cents} />
          ) : (
            'An opening balance has no VAT to claim back.'
          )}
        </Text>
      </Outcome>
      <ReasonField isForAdmins error={errors.reason?.message} {...form.register('reason')} />
      <FormField
        label={FIELD_LABELS.collection}
        error={errors.collection?.message}
        hint="Only administrators see it. The tax authority asks for it."
        isRequired
      >
        <TextArea rows={2} {...form.register('collection')} />
      </FormField>
    </FormDialog>
  );
};

/** Writes off an amount of an item that nobody expects any more. The client owes it still (D65). */
export const WriteOffDialog = (props: ItemDialogProps) => {
  const title = (
    <ItemTitle
      item={props.item}
      words={{ invoice: 'Write off', opening: 'Write off the opening balance of' }}
      plain="Write off opening balance"
    />
  );

  return (
    <WithItem
      item={props.item}
      onClose={props.onClose}
      title={title}
      isWanted={({ amountDue }) => amountDue > 0}
      nothing="Nothing of the opening balance is due"
    >
      {({ amountDue }, debt) => <WriteOffForm {...props} title={title} due={amountDue} debt={debt} />}
    </WithItem>
  );
};
