import { Button, chakra } from '@chakra-ui/react';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { ApiError } from '../../../lib/reads/api-error.ts';
import { conversationQuery, ticketListQuery, ticketQuery } from '../queries.ts';
import { LoadingTicket } from './loading-ticket.tsx';
import { ShownTicket } from './shown-ticket.tsx';
import { TicketBody } from './ticket-layout.tsx';

/** The subject in a `bdi`, so that right-to-left text does not reorder its neighbours. */
const Subject = ({ ticket }: { ticket: Ticket }) => (
  <chakra.bdi display="block" overflowWrap="anywhere" textStyle={{ base: 'md', md: 'lg' }}>
    {ticket.subject}
  </chakra.bdi>
);

/** Returns the ticket from the list, if that has been read: enough for a title. */
const useListed = (ticketId: number): Ticket | undefined => {
  const tickets = useQueryClient().getQueryData(ticketListQuery.queryKey);

  return tickets?.find(({ id }) => id === ticketId);
};

const isMissing = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 404;

const MissingTicket = ({ sentence, onClose }: { sentence: string; onClose: () => void }) => (
  <EmptyNote
    icon={SearchX}
    title={sentence}
    action={
      <Button size="sm" variant="outline" mt="2" onClick={onClose}>
        Back to your tickets
      </Button>
    }
  >
    It may have been deleted meanwhile.
  </EmptyNote>
);

/**
 * One ticket with its conversation and the client's actions. The id in the address is negative if the ticket waits to be
 * sent, or did when the address was made.
 */
export const TicketDialog = ({ subject: ticketId, onClose, onDone, onNext }: DialogProps<number>) => {
  // In parallel with the ticket, not after it.
  usePrefetchQuery(conversationQuery(ticketId));
  const { data: ticket, error, refetch } = useQuery(ticketQuery(ticketId));
  const listed = useListed(ticketId);
  const titled = ticket ?? listed;
  const body = useRef<HTMLDivElement>(null);
  // A ticket that was read before stays visible if a later read fails, unless the answer is 404.
  const isShown = ticket !== undefined && !isMissing(error);

  return (
    <Modal
      title={titled && !isMissing(error) ? <Subject ticket={titled} /> : 'Ticket'}
      size="wide"
      initialFocus={() => body.current}
      onClose={onClose}
    >
      {isShown ? (
        <ShownTicket ticketId={ticketId} ticket={ticket} body={body} onDone={onDone} onNext={onNext} />
      ) : (
        <TicketBody ref={body}>
          {isMissing(error) && <MissingTicket sentence={error.message} onClose={onClose} />}
          {error && !isMissing(error) && (
            <LoadError title="Failed to fetch the ticket" error={error} onRetry={refetch} />
          )}
          {!error && <LoadingTicket />}
        </TicketBody>
      )}
    </Modal>
  );
};
