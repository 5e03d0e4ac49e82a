import { Button, Dialog } from '@chakra-ui/react';
import { BusyButton, type BusyButtonProps } from '../form/busy-button.tsx';

interface DialogFooterProps extends BusyButtonProps {
  onCancel: () => void;
}

/** The buttons of a dialog: Cancel, and the one that does its work, which by default submits the form around it. */
export const DialogFooter = ({ onCancel, ...submit }: DialogFooterProps) => (
  <Dialog.Footer>
    <Button size="sm" variant="outline" onClick={onCancel}>
      Cancel
    </Button>
    <BusyButton size="sm" type="submit" {...submit} />
  </Dialog.Footer>
);
