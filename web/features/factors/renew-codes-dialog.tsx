import { Button, Dialog, Stack, Text } from '@chakra-ui/react';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useRenewCodes } from './mutations.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Asks before ten new recovery codes take the place of the old ones, and shows them. */
export const RenewCodesDialog = ({ title, onClose, onDone }: DialogProps) => {
  const renew = useRenewCodes();

  if (renew.data) {
    return (
      <Modal key="codes" title="Your recovery codes" onClose={onDone}>
        <Dialog.Body>
          <RecoveryCodes codes={renew.data.codes} />
        </Dialog.Body>
        <Dialog.Footer>
          <Button size="sm" onClick={onDone}>
            I saved them
          </Button>
        </Dialog.Footer>
      </Modal>
    );
  }

  return (
    <Modal title={title} onClose={onClose}>
      <Dialog.Body>
        <Stack gap="4">
          <Text>You get ten new codes. The old ones stop working at once.</Text>
          <RefusalNote title="No codes were made" error={renew.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter onCancel={onClose} type="button" isBusy={renew.isPending} onClick={() => renew.mutate()}>
        Make new codes
      </DialogFooter>
    </Modal>
  );
};
