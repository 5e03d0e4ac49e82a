import { Button, Dialog } from '@chakra-ui/react';

/** Keeps the room of a dialog's buttons while it is not known yet what they are about. */
export const SkeletonFooter = () => (
  <Dialog.Footer>
    <Button size="sm" visibility="hidden">
      Cancel
    </Button>
  </Dialog.Footer>
);
