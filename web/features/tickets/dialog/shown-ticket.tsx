import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { CLOSED, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import { SafeHtml } from '../../../components/facts/safe-html.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useUser } from '../../../lib/session/session.ts';
import { rememberSeenAnswer } from '../answers-seen.ts';
import { SupportDown } from '../list/support-notes.tsx';
import { conversationQuery, supportStatusQuery } from '../queries.ts';
import { useRefreshTicket } from '../refresh-tickets.ts';
import { AttachmentList } from './attachment-list.tsx';
import { ClosedNote } from './closed-note.tsx';
import { Conversation } from './conversation.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { textOfHtml } from './text-of-html.ts';
import { TicketActions, takesReplies } from './ticket-actions.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { Columns, FactsBox, TicketBody } from './ticket-layout.tsx';
import { useRealAddress } from './use-real-address.ts';
import { ReplyForm, useReplyForm } from './use-reply-form.ts';

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

/** Remembers that the answers of the ticket were shown, once its conversation is there. */
const useAnswersAsSeen = (ticket: Ticket, ticketId: number): void => {
  const { User_Id: userId } = useUser();
  const { data: entries } = useQuery(conversationQuery(ticketId));

  useEffect(() => {
    if (entries) {
      const answers = entries.filter(({ author }) => author.kind === 'agent');
      rememberSeenAnswer(userId, ticket.id, [
        ticket.agent_responded_at,
        ...answers.map(({ created_at }) => created_at),
      ]);
    }
  }, [userId, ticket.id, ticket.agent_responded_at, entries]);
};

const ReopensNote = () => (
  <Text textStyle="sm" color="fg.muted">
    This ticket is resolved. A reply opens it again.
  </Text>
);

/** Says how old the shown data is while the helpdesk does not answer. */
const DownNote = () => {
  const { data: status } = useQuery(supportStatusQuery);
  const now = useNow();

  return status?.state === 'down' && <SupportDown fetchedAt={status.fetchedAt} now={now} />;
};

interface ShownTicketProps extends Pick<DialogProps, 'onDone' | 'onNext'> {
  ticketId: number;
  ticket: Ticket;
  body: RefObject<HTMLDivElement | null>;
}

export const ShownTicket = ({ ticketId, ticket, body, onDone, onNext }: ShownTicketProps) => {
  const [isWriting, setIsWriting] = useState(false);
  const reply = useReplyForm(ticketId);
  const refresh = useRefreshTicket(ticketId);
  useRealAddress(ticketId, ticket, { isWriting, onNext });
  useAnswersAsSeen(ticket, ticketId);

  const isFormShown = takesReplies(ticket) && reply.isShown;

  useEffect(() => {
    // The focus was in the form that has just disappeared.
    if (!isFormShown && document.activeElement === document.body) {
      body.current?.focus();
    }
  }, [isFormShown, body]);

  useEffect(() => {
    // The conversation above has pushed the form out of view.
    if (reply.hasDraft && !reply.isUndecided) {
      body.current?.querySelector('textarea')?.focus();
    }
  }, [reply.hasDraft, reply.isUndecided, body]);

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
                    hasFocus={reply.hasFocus}
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
      <TicketActions ticketId={ticketId} ticket={ticket} reply={reply} onDone={onDone} />
    </>
  );
};
