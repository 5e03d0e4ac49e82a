import { Button, Dialog } from '@chakra-ui/react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { type ChosenClient, ClientField } from '../../../components/search/client-field.tsx';
import { findMain } from './find-row.ts';
import { titleLine } from './title-line.ts';

interface ClientDialogProps {
  line: BankLine;
  onChoose: (client: ChosenClient) => void;
  onClose: () => void;
}

/** Finds the client of a line whom the portal did not propose. It books nothing. */
export const ClientDialog = ({ line, onChoose, onClose }: ClientDialogProps) => (
  <Modal
    title={titleLine(line, new Date())}
    description="Which client is it from? The list then shows what the line would pay. Enter books it."
    onClose={onClose}
    initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [name=client]')}
    finalFocus={findMain}
  >
    <Dialog.Body>
      <ClientField
        label="Client"
        name="client"
        chosen={null}
        onChoose={onChoose}
        amount={line.amount}
        offers="at-once"
      />
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" variant="outline" onClick={onClose}>
        Cancel
      </Button>
    </Dialog.Footer>
  </Modal>
);
