import { Box, Dialog } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BusyButton, type BusyButtonProps } from '../form/busy-button.tsx';
import { CancelButton } from './cancel-button.tsx';

interface DialogFooterProps extends BusyButtonProps {
  onCancel: () => void;
  /** A button between both. */
  other?: ReactNode;
  /** What the form comes to, left of the buttons; on a phone above them. */
  sum?: ReactNode;
}

/** The buttons of a dialog: Cancel and one that, by default, submits the form around it. */
export const DialogFooter = ({ onCancel, other, sum, ...submit }: DialogFooterProps) => (
  <Dialog.Footer flexWrap={sum ? 'wrap' : undefined}>
    {sum && (
      <Box flexBasis={{ base: '100%', sm: 'auto' }} me="auto">
        {sum}
      </Box>
    )}
    {/* A phone has no room for three buttons, and the dialog can be closed above. */}
    <CancelButton hideBelow={other ? 'sm' : undefined} onClick={onCancel}>
      Cancel
    </CancelButton>
    {other}
    <BusyButton size="sm" type="submit" {...submit} />
  </Dialog.Footer>
);
