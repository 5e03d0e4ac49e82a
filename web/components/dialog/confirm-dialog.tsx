import { Dialog } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { BusyButton } from '../form/busy-button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red if something will be lost. */
  confirmPalette?: 'red' | 'brand';
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  finalFocus?: () => HTMLElement | null;
}

/** Asks for confirmation before an action that cannot be undone; the focus is on the button that cancels. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  confirmPalette = 'red',
  isBusy = false,
  onConfirm,
  onCancel,
  finalFocus,
}: ConfirmDialogProps) => {
  const cancelButton = useRef<HTMLButtonElement>(null);

  return (
    <Modal
      title={title}
      role="alertdialog"
      size="sm"
      onClose={onCancel}
      initialFocus={() => cancelButton.current}
      finalFocus={finalFocus}
    >
      <Dialog.Body color="fg.muted">{children}</Dialog.Body>
      <Dialog.Footer>
        <CancelButton ref={cancelButton} onClick={onCancel}>
          {cancelLabel}
        </CancelButton>
        <BusyButton size="sm" colorPalette={confirmPalette} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </BusyButton>
      </Dialog.Footer>
    </Modal>
  );
};
