import { Button, Dialog, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { type ChosenClient, ClientField } from '../../../components/search/client-field.tsx';
import { findMain } from './find-row.ts';
import { PaymentChoices } from './payment-choices.tsx';

interface PaymentDialogProps {
  line: BankLine;
  onChoose: (client: ChosenClient, paymentId: number) => void;
  onClose: () => void;
}

/** Finds the payment that the bank returned, if the portal did not propose it. It reverses nothing. */
export const PaymentDialog = ({ line, onChoose, onClose }: PaymentDialogProps) => {
  const [client, setClient] = useState<ChosenClient | null>(null);

  return (
    <Modal
      title={`Which payment of ${formatAmount(-line.amount)} did the bank return?`}
      description="Choose the client and then the payment. Nothing is reversed yet."
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [name=client]')}
      finalFocus={findMain}
    >
      <Dialog.Body>
        <Stack gap="4">
          <ClientField label="Client" name="client" chosen={client} onChoose={setClient} />
          {client && (
            <PaymentChoices
              client={client}
              line={line}
              chosenIds={[]}
              onToggle={({ id }) => onChoose(client, id)}
            />
          )}
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};
