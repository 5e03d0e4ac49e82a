import { Alert, Dialog, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { BANK_FEE_SHARE_MAX } from '#shared/contract/bank/bank-limits.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { amountFromCents, centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { Outcome } from '../../../components/money/outcome.tsx';
import { type ChosenClient, ClientField } from '../../../components/search/client-field.tsx';
import { findMain } from './find-row.ts';
import { listNumbered, nameClient } from './line-words.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';
import { PaymentChoices } from './payment-choices.tsx';
import { StandsOn } from './stands-on.tsx';

interface Chosen {
  payment: ListedPayment;
  client: ChosenClient;
}

/** Adds a client whose payments are shown; one that is there stays where it is. */
const withClient = (clients: readonly ChosenClient[], client: ChosenClient): readonly ChosenClient[] =>
  clients.some(({ userId }) => userId === client.userId) ? clients : [...clients, client];

interface JoinDialogProps {
  line: BankLine;
  /** Whose payments are shown first. */
  first: ChosenClient | undefined;
  handlers: LineHandlers;
  onClose: () => void;
}

/** Says that a line is payments that are recorded already, such as those of a card machine less its fee. */
export const JoinDialog = ({ line, first, handlers, onClose }: JoinDialogProps) => {
  const join = useLineWrite(handlers);
  const [clients, setClients] = useState<readonly ChosenClient[]>(first ? [first] : []);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const sumCents = chosen.reduce((sum, { payment }) => sum + centsFromAmount(payment.amount), 0);
  const feeCents = sumCents - centsFromAmount(line.amount);
  const isFeeTooMuch = feeCents > sumCents * BANK_FEE_SHARE_MAX;
  const { guard, leave } = useUnsavedWork(chosen.length > 0);
  const close = () => leave(onClose);
  const isReady = chosen.length > 0 && feeCents >= 0 && !isFeeTooMuch;
  const numbered = listNumbered(line);
  const others = chosen
    .map(({ client }) => client)
    .filter(({ userId }) => numbered.length > 0 && !numbered.some((named) => named.userId === userId));
  const toggle = (client: ChosenClient) => (payment: ListedPayment) =>
    setChosen((before) =>
      before.some((one) => one.payment.id === payment.id)
        ? before.filter((one) => one.payment.id !== payment.id)
        : [...before, { payment, client }],
    );

  return (
    <Modal
      title={`Which payments are the ${formatAmount(line.amount)}?`}
      description="They are recorded already, so nothing is booked: the line is tied to them. If they add up to more, the difference is the bank's fee."
      onClose={close}
      initialFocus={() =>
        document.querySelector<HTMLElement>('[role=dialog] :is([data-payments], [name=client])')
      }
      finalFocus={findMain}
    >
      <Dialog.Body>
        <Stack gap="4">
          {clients.length > 0 && (
            <Stack role="group" aria-label="Payments" gap="4" tabIndex={-1} outline="none" data-payments>
              {clients.map((client) => (
                <PaymentChoices
                  key={client.userId}
                  client={client}
                  line={line}
                  chosenIds={chosen.map(({ payment }) => payment.id)}
                  onToggle={toggle(client)}
                />
              ))}
            </Stack>
          )}
          <ClientField
            label={clients.length === 0 ? 'Client' : 'Look at another client'}
            name="client"
            isOptional={clients.length > 0}
            chosen={null}
            onChoose={(client) => setClients(withClient(clients, client))}
          />
          <Outcome textStyle="number.sm">
            {formatRand(sumCents)} of {formatAmount(line.amount)} chosen.{' '}
            {chosen.length > 0 &&
              (feeCents < 0
                ? `${formatRand(-feeCents)} is missing.`
                : `Fee: ${formatRand(feeCents)}${isFeeTooMuch ? ', which is more than a tenth' : ''}.`)}
          </Outcome>
          {others.length > 0 && (
            <Alert.Root status="error" role="alert" size="sm">
              <Alert.Indicator />
              <Alert.Title>
                The line bears the number of {numbered.map(nameClient).join(' and ')}, and{' '}
                {others.length === 1 ? 'a payment' : 'payments'} of{' '}
                {[...new Set(others.map(nameClient))].join(' and ')} {others.length === 1 ? 'is' : 'are'}{' '}
                chosen.
              </Alert.Title>
            </Alert.Root>
          )}
          {/* Only money that was nobody's is moved by it. */}
          {line.state === 'unidentified' && <StandsOn line={line} />}
          <RefusalNote title="The line stays open" error={join.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        type="button"
        onCancel={close}
        isBusy={join.isPending}
        disabled={!isReady}
        colorPalette={others.length > 0 ? 'red' : undefined}
        onClick={() =>
          join.mutate({
            does: 'book',
            line,
            body: {
              paymentIds: chosen.map(({ payment }) => payment.id),
              ...(feeCents > 0 && { fee: amountFromCents(feeCents) }),
            },
          })
        }
      >
        {chosen.length > 1 ? `It is these ${chosen.length} payments` : 'It is this payment'}
      </DialogFooter>
      {guard}
    </Modal>
  );
};
