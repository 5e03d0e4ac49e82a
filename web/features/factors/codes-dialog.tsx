import { Button, Dialog } from '@chakra-ui/react';
import { Modal } from '../../components/dialog/modal.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface CodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes. It has no address, because nothing can show them again. */
export const CodesDialog = ({ codes, onClose }: CodesDialogProps) => (
  <Modal title="Your recovery codes" role="alertdialog" onClose={onClose}>
    <Dialog.Body>
      <RecoveryCodes codes={codes} />
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" onClick={onClose}>
        I saved them
      </Button>
    </Dialog.Footer>
  </Modal>
);
