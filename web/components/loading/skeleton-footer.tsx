import { Button, Dialog } from '@chakra-ui/react';

/** Reserves the room of a dialog's buttons until its data has loaded. */
export const SkeletonFooter = () => (
  <Dialog.Footer>
    <Button size="sm" visibility="hidden">
      Cancel
    </Button>
  </Dialog.Footer>
);
