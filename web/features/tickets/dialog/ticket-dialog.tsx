import { Box, Button, chakra, Dialog, Heading, Skeleton, SkeletonText, Stack, Text } from '@chakra-ui/react';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Reply, SearchX } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { CLOSED, isDoneStatus, RESOLVED } from '#shared/ticket-codes.ts';
import { AfterAMoment } from '../../../components/after-a-moment.tsx';
import { EmptyNote } from '../../../components/empty-note.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SafeHtml } from '../../../components/safe-html.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useUser } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ticketListQuery } from '../api/list-tickets.ts';
import { supportStatusQuery } from '../api/read-support-status.ts';
import { ticketQuery } from '../api/read-ticket.ts';
import { conversationQuery } from '../api/read-ticket-conversation.ts';
import { useRefreshTicket } from '../api/refresh-tickets.ts';
import { useWithdrawTicket } from '../api/withdraw-ticket.ts';
import { SupportDown } from '../list/support-notes.tsx';
import { readReplyDraft } from '../writing/reply-draft.ts';
import { AttachmentList } from './attachment-list.tsx';
import { CloseTicketButton } from './close-ticket-button.tsx';
import { ClosedNote } from './closed-note.tsx';
import { Conversation } from './conversation.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { textOfHtml } from './text-of-html.ts';
import { TicketFacts } from './ticket-facts.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

/** Loaded behind the ticket: it brings the schemas along. */
const ReplyForm = lazyPart(() => import('../writing/reply-form.tsx'), 'ReplyForm');

/** A ticket that was given up cannot be replied to, nor can a closed one. */
const takesReplies = ({ status, delivery }: Ticket): boolean => status !== CLOSED && delivery !== 'failed';

/** The reply form is hidden until it is asked for, but for a ticket without a conversation and for a kept draft. */
const useReplyForm = (ticketId: number) => {
  const { User_Id: userId } = useUser();
  const { data: entries, isPending } = useQuery(conversationQuery(ticketId));
  const [isAskedFor, setIsAskedFor] = useState(false);
  const [hasDraft, setHasDraft] = useState(() => readReplyDraft(userId, ticketId) !== '');
  // A form that has shown itself stays there when the first reply stands above it.
  const [wasEmpty, setWasEmpty] = useState(false);
  if (entries?.length === 0 && !wasEmpty) {
    setWasEmpty(true);
  }

  useEffect(() => {
    void ReplyForm.preload();
  }, []);

  return {
    isShown: isAskedFor || hasDraft || wasEmpty,
    isAskedFor,
    /** Whether the form shows itself is known only with the conversation. */
    isUndecided: isPending,
    isOptional: !wasEmpty,
    show: () => setIsAskedFor(true),
    hide: () => {
      setIsAskedFor(false);
      setHasDraft(false);
    },
  };
};

/** A ticket that has been sent gets its real id into the address, but not while a reply is being written under the other. */
const useRealAddress = (ticketId: number, ticket: Ticket, isWriting: boolean): void => {
  const navigate = useNavigate({ from: '/client' });
  const queryClient = useQueryClient();

  useEffect(() => {
    if (ticket.id === ticketId || isWriting) {
      return;
    }

    const { queryKey } = conversationQuery(ticketId);
    queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    queryClient.setQueryData(conversationQuery(ticket.id).queryKey, queryClient.getQueryData(queryKey));
    void navigate({ to: '/client', search: (shown) => ({ ...shown, ticket: ticket.id }), replace: true });
  }, [ticketId, ticket, isWriting, navigate, queryClient]);
};

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

interface ShownTicketProps {
  ticketId: number;
  ticket: Ticket;
  body: RefObject<HTMLDivElement | null>;
  onClose: () => void;
}

const Description = ({ ticket }: { ticket: Ticket }) => (
  <Stack as="section" gap="3" aria-label="Description">
    <Heading as="h3" size="sm">
      Description
    </Heading>
    <Box textStyle="sm" overflowWrap="anywhere">
      <SafeHtml html={ticket.description} />
    </Box>
    <AttachmentList ticketId={ticket.id} attachments={ticket.attachments} />
    <DeliveryNote message={ticket} text={textOfHtml(ticket.description)} />
  </Stack>
);

const ReopensNote = () => (
  <Text textStyle="sm" color="fg.muted">
    This ticket is resolved. A reply opens it again.
  </Text>
);

/** While the helpdesk does not answer, says how old what is shown is. */
const DownNote = () => {
  const { data: status } = useQuery(supportStatusQuery);
  const now = useNow();

  return status?.state === 'down' && <SupportDown fetchedAt={status.fetchedAt} now={now} />;
};

const BODY = {
  tabIndex: 0,
  role: 'region',
  'aria-label': 'Ticket and conversation',
  _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
  // What is hidden from the eye stands in here as well, or it would make the dialog itself scroll.
  position: 'relative',
  _print: { overflow: 'visible' },
} as const;

interface TicketBodyProps {
  ref: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** The least height stands inside what scrolls, so that a low window or a toast never pushes the buttons out. */
const TicketBody = ({ ref, children }: TicketBodyProps) => (
  <Dialog.Body ref={ref} {...BODY}>
    <Box minH={{ md: '24rem' }}>{children}</Box>
  </Dialog.Body>
);

/** What was said, and beside it the facts, which stand above it on a phone. */
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 13rem' },
    gap: { base: '5', md: '8' },
    alignItems: 'start',
  },
});

const FactsBox = chakra('div', {
  base: {
    order: { md: 1 },
    position: { md: 'sticky' },
    top: '0',
    padding: '4',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderRadius: 'l3',
  },
});

/** As high as the facts of most tickets. */
const FACTS_HEIGHT = { base: '10.75rem', md: '21.5rem' };

const LoadingTicket = () => (
  <AfterAMoment label="Loading the ticket...">
    <Columns>
      <FactsBox>
        <Skeleton height={FACTS_HEIGHT} />
      </FactsBox>
      <Stack gap="3" minW="0">
        <Heading as="h3" size="sm">
          Description
        </Heading>
        <SkeletonText noOfLines={3} mb="3" />
        <Heading as="h3" size="sm">
          Conversation
        </Heading>
        <Skeleton height="24" />
        <Skeleton height="24" />
      </Stack>
    </Columns>
  </AfterAMoment>
);

const ShownTicket = ({ ticketId, ticket, body, onClose }: ShownTicketProps) => {
  const [isWriting, setIsWriting] = useState(false);
  const reply = useReplyForm(ticketId);
  const refresh = useRefreshTicket(ticketId);
  useRealAddress(ticketId, ticket, isWriting);

  const canReply = takesReplies(ticket);
  const canClose = ticket.delivery === 'sent' && !isDoneStatus(ticket.status);
  const isFormShown = canReply && reply.isShown;
  const canAsk = canReply && !reply.isShown;

  useEffect(() => {
    // The focus was in the form that is gone.
    if (!isFormShown && document.activeElement === document.body) {
      body.current?.focus();
    }
  }, [isFormShown, body]);

  return (
    <>
      <TicketBody ref={body}>
        <Stack gap="6">
          <DownNote />
          <Columns>
            <FactsBox>
              <TicketFacts ticket={ticket} />
            </FactsBox>
            <Stack gap="6" minW="0">
              <Description ticket={ticket} />
              <Conversation
                ticketId={ticketId}
                isRefreshing={refresh.isPending}
                onRefresh={() => refresh.mutate()}
              />
              {isFormShown && (
                <Stack gap="2">
                  {ticket.status === RESOLVED && <ReopensNote />}
                  <ReplyForm
                    ticketId={ticketId}
                    hasFocus={reply.isAskedFor}
                    onWritingChange={setIsWriting}
                    onCancel={reply.isOptional ? reply.hide : undefined}
                  />
                </Stack>
              )}
              {ticket.status === CLOSED && <ClosedNote ticketId={ticketId} />}
            </Stack>
          </Columns>
        </Stack>
      </TicketBody>
      {(canAsk || canClose || ticket.withdrawable) && (
        <Dialog.Footer justifyContent="space-between" flexWrap="wrap" _print={{ display: 'none' }}>
          {ticket.withdrawable && <WithdrawTicket ticketId={ticketId} onWithdrawn={onClose} />}
          {canClose && <CloseTicketButton ticketId={ticketId} onClosed={onClose} />}
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
      )}
    </>
  );
};

/** In an isolate, so that its letters turn nothing beside it around. */
const Subject = ({ ticket }: { ticket: Ticket }) => (
  <chakra.bdi display="block" overflowWrap="anywhere" textStyle={{ base: 'md', md: 'lg' }}>
    {ticket.subject}
  </chakra.bdi>
);

/** The ticket as the list has it, if that was read: enough for a title. */
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

interface TicketDialogProps {
  /** As the address has it; a negative one is that of a ticket that waits to be sent, or did. */
  ticketId: number;
  onClose: () => void;
}

/** One ticket with its conversation, and what the client can do with it. */
export const TicketDialog = ({ ticketId, onClose }: TicketDialogProps) => {
  // Beside the ticket, not after it.
  usePrefetchQuery(conversationQuery(ticketId));
  const { data: ticket, error, refetch } = useQuery(ticketQuery(ticketId));
  const listed = useListed(ticketId);
  const titled = ticket ?? listed;
  const body = useRef<HTMLDivElement>(null);
  // What was read before stays there when it cannot be read again, unless it is known to be gone.
  const isShown = ticket !== undefined && !isMissing(error);

  return (
    <Modal
      title={titled && !isMissing(error) ? <Subject ticket={titled} /> : 'Ticket'}
      size="wide"
      initialFocus={() => body.current}
      onClose={onClose}
    >
      {isShown ? (
        <ShownTicket ticketId={ticketId} ticket={ticket} body={body} onClose={onClose} />
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
