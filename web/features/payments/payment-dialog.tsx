import { Button, chakra, Flex, GridItem, Heading, Input, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Debt, Payment } from '#shared/contract/payments/ledger-payments.ts';
import { yearBefore } from '#shared/dates.ts';
import { amountFromCents, centsFromAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormDate } from '../../components/form/date-field.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { entryFromAmount, readAmount } from '../../lib/forms/amount-entry.ts';
import { wordClosedDay } from '../../lib/money/closed-day.ts';
import { today } from '../../lib/money/today.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { ChosenInvoices } from './chosen-invoices.tsx';
import { MethodSelect } from './method-select.tsx';
import { MoneyTitle } from './money-title.tsx';
import { useRecordPayment } from './mutations.ts';
import {
  isOldDay,
  isRecorded,
  likelyAmounts,
  namedCentsOf,
  newPayment,
  type PaymentForm,
  paymentForm,
  type ReadyPayment,
} from './payment-form.ts';
import { PaymentPreview, SENTENCE_HEIGHT } from './payment-preview.tsx';
import { paymentListQuery } from './queries.ts';
import { RECORD_AGAIN } from './record-again.ts';

type Form = UseFormReturn<PaymentForm, unknown, ReadyPayment>;

interface PartProps {
  userId: number;
  form: Form;
}

/** Warnings do not block, because each of these payments is possible. */
const useWarnings = ({ userId, form }: PartProps) => {
  const { data: debt } = useQuery(debtQuery(userId));
  const { data: payments } = useInfiniteQuery(paymentListQuery(userId));
  const [date, amount] = useWatch({ control: form.control, name: ['date', 'amount'] });
  const aboveCents = debt ? centsFromAmount(readAmount(amount)) - centsFromAmount(debt.owed) : 0;

  return {
    amount: aboveCents > 0 && `${formatRand(aboveCents)} more than the client owes`,
    date:
      (isRecorded(payments?.pages.flat() ?? [], { date, amount }) &&
        'A payment of this day and amount is recorded already') ||
      (isOldDay(date) && 'More than 90 days ago'),
    closed: wordClosedDay('the payment', date, debt?.firstOpenDay, new Date()),
  };
};

/** In pairs, the fields leave a phone room to see what the payment pays. */
const ALONE_ON_PHONE = { base: 2, sm: 1 };

/** Buttons for the amounts that a client is likely to pay. They give the focus back, so that Enter records. */
const LikelyAmounts = ({ userId, form }: PartProps) => {
  const { data: debt } = useQuery(debtQuery(userId));
  const amounts = debt && likelyAmounts(debt, new Date());

  return (
    <GridItem
      display="flex"
      gap="1.5"
      flexWrap="wrap"
      colSpan={ALONE_ON_PHONE}
      alignSelf="end"
      // On a phone they are below the amount, and their room is there before and without them.
      minH={{ base: '11', sm: '9' }}
      alignItems="center"
      mt={{ base: '-1', sm: '0' }}
    >
      {amounts?.map(({ label, cents }) => (
        <Button
          key={label}
          size="xs"
          variant="outline"
          px="2"
          onClick={() => {
            form.setValue('amount', entryFromAmount(amountFromCents(cents)), {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
            form.setFocus('amount');
          }}
        >
          {label} {formatRand(cents)}
        </Button>
      ))}
    </GridItem>
  );
};

const PaymentFields = ({ userId, form }: PartProps) => {
  const { register, control, formState } = form;
  const { errors } = formState;
  const warnings = useWarnings({ userId, form });

  return (
    <SimpleGrid columns={2} gap="3" alignItems="start">
      <GridItem colSpan={ALONE_ON_PHONE}>
        <MoneyAmount
          control={control}
          name="amount"
          hint={warnings.amount && <FieldWarning>{warnings.amount}</FieldWarning>}
        />
      </GridItem>
      <LikelyAmounts userId={userId} form={form} />
      <FormDate
        control={control}
        name="date"
        label={FIELD_LABELS.date}
        hint={warnings.date && <FieldWarning>{warnings.date}</FieldWarning>}
        min={yearBefore(today())}
        max={today()}
        isRequired
      />
      <FormField label={FIELD_LABELS.method} error={errors.method?.message}>
        <MethodSelect {...register('method')} />
      </FormField>
      <GridItem colSpan={2} role="status" textStyle="sm" display={warnings.closed ? undefined : 'none'}>
        {warnings.closed && <FieldWarning>{warnings.closed}</FieldWarning>}
      </GridItem>
      <FormField
        label={FIELD_LABELS.reference}
        error={errors.reference?.message}
        hint="As on the bank statement"
      >
        <Input
          size="sm"
          autoComplete="off"
          // It is filled in, and another one takes its place at the first key.
          onFocus={({ target }) => target.select()}
          {...register('reference')}
        />
      </FormField>
      <FormField label={FIELD_LABELS.note} error={errors.note?.message} hint="Only administrators see it">
        <Input size="sm" autoComplete="off" {...register('note')} />
      </FormField>
    </SimpleGrid>
  );
};

const UseFrame = chakra('section', { base: { bg: 'bg.subtle', borderRadius: 'l3', p: '3' } });

/** The height of a small button, which is larger on a phone. */
const HEAD_HEIGHT = { base: '11', sm: '8' };

/** Takes the room of 'What it pays' until the debt has been read, so that the dialog does not grow. */
const WaitingUse = () => (
  <UseFrame>
    <AfterAMoment label="Loading what is owed">
      <Skeleton height={HEAD_HEIGHT} mb="1" />
      <Skeleton height={SENTENCE_HEIGHT} />
    </AfterAMoment>
  </UseFrame>
);

/** The items that the payment pays, and the invoices to choose from. */
const PaymentUse = ({ form, debt }: { form: Form; debt: Debt }) => {
  const [amount, allocations] = useWatch({ control: form.control, name: ['amount', 'allocations'] });
  const [wantsChoice, setWantsChoice] = useState(false);
  // A draft may bring chosen invoices back.
  const isChoosing = wantsChoice || allocations.length > 0;
  const hasInvoices = debt.items.some(({ kind }) => kind !== 'refund');

  return (
    <UseFrame aria-label="What this payment pays">
      <Flex justify="space-between" align="center" gap="2" wrap="wrap" minH={HEAD_HEIGHT} mb="1">
        <Heading as="h3" textStyle="sm">
          What it pays
        </Heading>
        {(hasInvoices || isChoosing) && (
          <Button
            size="xs"
            variant="outline"
            onClick={() => {
              form.setValue('allocations', [], { shouldDirty: true });
              setWantsChoice(!isChoosing);
            }}
          >
            {isChoosing ? 'Pay the oldest first' : 'Choose invoices instead'}
          </Button>
        )}
      </Flex>
      {isChoosing && <ChosenInvoices form={form} items={debt.items} />}
      <PaymentPreview
        debt={debt}
        amountCents={Math.max(0, centsFromAmount(readAmount(amount)))}
        namedCents={namedCentsOf({ allocations })}
      />
    </UseFrame>
  );
};

/** Fills in the client's own reference (D61) once it is known, unless one is there. */
const useOwnReference = ({ getValues, resetField }: Form, owNumber: string | undefined) => {
  useEffect(() => {
    if (owNumber && getValues('reference') === '') {
      resetField('reference', { defaultValue: owNumber });
    }
  }, [owNumber, getValues, resetField]);
};

interface PaymentDialogProps extends RecordDialogProps {
  /** The reversed payment that the new one replaces. */
  replaced?: Payment;
}

/** Records a payment of a client, after showing the items that it will pay. */
export const PaymentDialog = ({ userId, client, replaced, onClose, onDone, onNext }: PaymentDialogProps) => {
  const label = replaced ? RECORD_AGAIN : RECORD_ACTS['payment.new'].label;
  const record = useRecordPayment(userId, client);
  const debt = useQuery(debtQuery(userId));
  const { form, keyed } = useMoneyForm(
    paymentForm,
    newPayment(replaced),
    replaced ? `payment in the place of ${replaced.id}` : `payment of ${userId}`,
  );
  useOwnReference(form, replaced ? undefined : client?.OWNumber);

  return (
    <FormDialog
      title={
        replaced ? (
          <MoneyTitle words={`${label} from`} client={client} plain={label} />
        ) : (
          <MoneyTitle words="Payment from" client={client} plain={label} />
        )
      }
      description="It pays the oldest debt first. What is left becomes credit on account, which pays the next invoice."
      firstField="amount"
      submitLabel={label}
      next={replaced ? undefined : { label: 'Record and next', run: () => onNext('client.ask:payment.new') }}
      refusal="Payment not recorded"
      form={form}
      save={record}
      inputOf={(body) => keyed({ ...body, replaces: replaced?.id })}
      onClose={onClose}
      onSaved={onDone}
    >
      <PaymentFields userId={userId} form={form} />
      {debt.data && <PaymentUse form={form} debt={debt.data} />}
      {debt.error && !debt.data && (
        <LoadError title="What is owed could not be read" error={debt.error} onRetry={debt.refetch} />
      )}
      {!debt.data && !debt.error && <WaitingUse />}
    </FormDialog>
  );
};
