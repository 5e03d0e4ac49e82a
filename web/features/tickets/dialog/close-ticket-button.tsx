import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useCloseTicket } from '../mutations.ts';

/**
 * Asks for confirmation, closes the ticket permanently and calls `onClosed`; after a failure the ticket stays on the
 * screen.
 */
export const CloseTicketButton = ({ ticketId, onClosed }: { ticketId: number; onClosed: () => void }) => {
  const [isAsking, setIsAsking] = useState(false);
  const close = useCloseTicket(ticketId);
  const stopAsking = () => setIsAsking(false);
  // The button disappears once the ticket is closed, and callbacks of `mutate` with it; so await the answer here.
  const closeTicket = () => close.mutateAsync().then(onClosed, stopAsking);

  return (
    <>
      <Button size="sm" variant="outline" colorPalette="red" onClick={() => setIsAsking(true)}>
        Close Ticket
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Close ticket?"
          confirmLabel="Close ticket"
          isBusy={close.isPending}
          onConfirm={closeTicket}
          onCancel={stopAsking}
        >
          Are you sure you want to close this ticket? This action cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
};
