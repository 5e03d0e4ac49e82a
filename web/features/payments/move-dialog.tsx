import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { type Payment, reason } from '#shared/contract/payments/ledger-payments.ts';
import { nameEntry, wordDays } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatAmount } from '#shared/money.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import { type ChosenClient, ClientField } from '../../components/search/client-field.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { planMoney, wordOutcome } from '../../lib/money/money-outcome.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { clientName } from '../../lib/words/full-name.ts';
import { FoundPayment } from './found-payment.tsx';
import { LineLink } from './line-link.tsx';
import { MoneyTitle } from './money-title.tsx';
import { useMovePayment } from './mutations.ts';
import { planReversal } from './plan-reversal.ts';

interface OwedAfterProps {
  name: string;
  /** Undefined until the debt has been read. */
  words: string | undefined;
}

const OwedAfter = ({ name, words = '…' }: OwedAfterProps) => (
  <Text textStyle="number.sm">
    <Text as="bdi" fontWeight="semibold">
      {name}
    </Text>
    : {words}
  </Text>
);

/** What the client who gets the payment owes then. */
const NewOutcome = ({ client, payment }: { client: ChosenClient; payment: Payment }) => {
  const { data: debt } = useQuery(debtQuery(client.userId));

  return (
    <OwedAfter
      name={nameOfClient(client)}
      words={debt && wordOutcome(planMoney(debt, centsFromAmount(payment.amount)).outcome)}
    />
  );
};

interface MoveFormProps extends Pick<RecordDialogProps, 'client' | 'title' | 'onClose' | 'onDone'> {
  payment: Payment;
}

const moveFormOf = (ownId: number) =>
  z.object({
    userId: z
      .custom<ChosenClient | null>()
      .refine((chosen): chosen is ChosenClient => chosen !== null, { error: 'Choose a client', abort: true })
      .refine((chosen) => chosen.userId !== ownId, 'This client has the payment already'),
    reason,
  });

const MoveForm = ({ payment, client, title, onClose, onDone }: MoveFormProps) => {
  const move = useMovePayment(payment.id);
  const { data: debt } = useQuery(debtQuery(payment.userId));
  const { form, keyed } = useMoneyForm(
    moveFormOf(payment.userId),
    { userId: null, reason: '' },
    `move of ${payment.id}`,
  );
  const chosen = useWatch({ control: form.control, name: 'userId' });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={
        <MoneyTitle
          words={`Move ${formatAmount(payment.amount)} from`}
          client={client}
          end="?"
          plain={title}
        />
      }
      description={`${nameEntry(payment)} of ${wordDays(payment)}. It is reversed here and recorded for the other client, with its day at the bank.`}
      firstField="userId"
      submitLabel="Move payment"
      refusal="Payment not moved"
      form={form}
      save={move}
      inputOf={({ userId: to, reason: why }) => ({
        ...keyed({ userId: to.userId, reason: why }),
        to: to.name,
      })}
      onClose={onClose}
      onSaved={onDone}
    >
      <Controller
        control={form.control}
        name="userId"
        render={({ field }) => (
          <ClientField
            label="Client who made it"
            name="userId"
            chosen={field.value}
            onChoose={field.onChange}
            error={errors.userId?.message}
            amount={payment.amount}
            offers="at-once"
            ref={field.ref}
          />
        )}
      />
      <Outcome minH="20">
        <OwedAfter
          name={client ? clientName(client) : 'This client'}
          words={debt && wordOutcome(planReversal(payment, debt).outcome)}
        />
        {chosen && <NewOutcome key={chosen.userId} client={chosen} payment={payment} />}
        <Text textStyle="sm" mt="1">
          If the first was thanked by mail and still gets mails, they get ‘That payment was not yours’.
        </Text>
      </Outcome>
      <LineLink error={move.error} />
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Moves a payment that was typed by hand to the client who made it. */
export const MoveDialog = ({ subject: paymentId, userId, ...dialog }: RecordDialogProps<number>) => (
  <FoundPayment userId={userId} paymentId={paymentId} title={dialog.title} onClose={dialog.onClose}>
    {(payment) => <MoveForm {...dialog} payment={payment} />}
  </FoundPayment>
);
