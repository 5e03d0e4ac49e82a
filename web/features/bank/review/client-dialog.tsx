import { Button, Dialog } from '@chakra-ui/react';
import { Modal } from '../../../components/dialog/modal.tsx';
import { type ChosenClient, ClientField } from '../../../components/search/client-field.tsx';
import { findRow } from './find-row.ts';

interface ClientDialogProps {
  onChoose: (client: ChosenClient) => void;
  onClose: () => void;
}

/** Finds the client of a line whom the portal did not propose. It books nothing. */
export const ClientDialog = ({ onChoose, onClose }: ClientDialogProps) => (
  <Modal
    title="Which client is it from?"
    description="The list then shows what the line would pay. Enter books it."
    onClose={onClose}
    initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [name=client]')}
    finalFocus={findRow}
  >
    <Dialog.Body>
      <ClientField label="Client" name="client" chosen={null} onChoose={onChoose} />
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" variant="outline" onClick={onClose}>
        Cancel
      </Button>
    </Dialog.Footer>
  </Modal>
);
