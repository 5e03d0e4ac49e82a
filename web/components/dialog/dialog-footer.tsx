import { Button, Dialog } from '@chakra-ui/react';
import { BusyButton, type BusyButtonProps } from '../form/busy-button.tsx';

interface DialogFooterProps extends BusyButtonProps {
  onCancel: () => void;
}

/** The buttons of a dialog: Cancel and one that, by default, submits the form around it. */
export const DialogFooter = ({ onCancel, ...submit }: DialogFooterProps) => (
  <Dialog.Footer>
    <Button size="sm" variant="outline" onClick={onCancel}>
      Cancel
    </Button>
    <BusyButton size="sm" type="submit" {...submit} />
  </Dialog.Footer>
);
