import { Button, Dialog } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { toast } from '../../lib/browser/toast.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { ownFactorsQuery } from '../../lib/reads/own-factors-query.ts';
import { AppSetUp } from './app-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets up the authenticator app; the recovery codes of a first factor then take the place of the form. */
export const AppDialog = ({ title, onClose, onDone }: DialogProps) => {
  const wasOn = useKept(useQuery(ownFactorsQuery).data?.totp);
  const [codes, setCodes] = useState<readonly string[]>();

  if (wasOn) {
    return (
      <RefusedDialog title={title} why="An authenticator app is set up already" onClose={onClose}>
        Remove it before you set up another one.
      </RefusedDialog>
    );
  }
  if (codes) {
    return (
      <Modal key="codes" title="Your recovery codes" onClose={onDone}>
        <Dialog.Body>
          <RecoveryCodes codes={codes} />
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
      <Dialog.Body pb="6">
        <AppSetUp
          onDone={(recoveryCodes) => {
            if (recoveryCodes) {
              setCodes(recoveryCodes);
              return;
            }
            toast({ title: 'Authenticator app set up', tone: 'success' });
            onDone();
          }}
        />
      </Dialog.Body>
    </Modal>
  );
};
