import { Button, Dialog } from '@chakra-ui/react';
import { Reply } from 'lucide-react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { CLOSED, isDoneStatus } from '#shared/tickets/ticket-codes.ts';
import { useWithdrawTicket } from '../mutations.ts';
import { CloseTicketButton } from './close-ticket-button.tsx';
import type { useReplyForm } from './use-reply-form.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** True unless the ticket is closed or its delivery was given up. */
export const takesReplies = ({ status, delivery }: Ticket): boolean =>
  status !== CLOSED && delivery !== 'failed';

const WithdrawTicket = ({ ticketId, onWithdrawn }: { ticketId: number; onWithdrawn: () => void }) => {
  const withdraw = useWithdrawTicket(ticketId);

  return (
    <WithdrawButton
      label="Withdraw ticket"
      isBusy={withdraw.isPending}
      onWithdraw={() => withdraw.mutateAsync().then(onWithdrawn)}
    >
      The ticket is not sent, and its text is deleted, with your replies to it.
    </WithdrawButton>
  );
};

interface TicketActionsProps {
  ticketId: number;
  ticket: Ticket;
  reply: ReturnType<typeof useReplyForm>;
  onDone: () => void;
}

/** The dialog's footer; a ticket that offers no action has none. */
export const TicketActions = ({ ticketId, ticket, reply, onDone }: TicketActionsProps) => {
  const canClose = ticket.delivery === 'sent' && !isDoneStatus(ticket.status);
  const canAsk = takesReplies(ticket) && !reply.isShown;

  return (
    (canAsk || canClose || ticket.withdrawable) && (
      <Dialog.Footer justifyContent="space-between" flexWrap="wrap" _print={{ display: 'none' }}>
        {ticket.withdrawable && <WithdrawTicket ticketId={ticketId} onWithdrawn={onDone} />}
        {canClose && <CloseTicketButton ticketId={ticketId} onClosed={onDone} />}
        {canAsk && (
          <Button
            size="sm"
            ms="auto"
            visibility={reply.isUndecided ? 'hidden' : undefined}
            onClick={reply.show}
          >
            <Reply /> Reply to Ticket
          </Button>
        )}
      </Dialog.Footer>
    )
  );
};
