import { chakra, HStack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#shared/contract/tickets.ts';
import { formatDateTime } from '#shared/dates.ts';
import { wordSource } from '#shared/tickets/ticket-codes.ts';
import { Fact } from '../../../components/facts/facts.tsx';
import { useNow } from '../../../lib/browser/use-now.ts';
import { supportGroupsQuery } from '../queries.ts';
import {
  DeliveryMark,
  TicketPriority,
  TicketStatusBadge,
  TicketTags,
  WaitingWords,
} from '../ticket-badges.tsx';
import { readDue } from '../ticket-times.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr)' },
    gap: '3',
    // Tags take the full width.
    '& > :has(ul)': { gridColumn: '1 / -1' },
  },
});

/**
 * The name of the department. An agent may have moved the ticket to one that clients cannot write to and the list
 * lacks.
 */
const Department = ({ groupId }: { groupId: number | null }) => {
  const { data: groups } = useQuery(supportGroupsQuery);
  if (groupId === null) {
    return 'Not assigned yet';
  }

  return groups?.find(({ id }) => id === groupId)?.name ?? (groups ? 'Another department' : '…');
};

/** A word of the helpdesk's own, which asks nothing of the client. */
const QuietMark = ({ children }: { children: string }) => (
  <Text as="span" textStyle="detail">
    {children}
  </Text>
);

const DueBy = ({ due_by, isOverdue }: { due_by: string; isOverdue: boolean }) => (
  <HStack gap="2" flexWrap="wrap">
    <span>{formatDateTime(due_by)}</span>
    {isOverdue && <QuietMark>Overdue</QuietMark>}
  </HStack>
);

/** The facts that the helpdesk has recorded about a ticket. */
export const TicketFacts = ({ ticket }: { ticket: Ticket }) => {
  const now = useNow();
  // The helpdesk never received it, so it has no status and gets no number.
  const isGivenUp = ticket.delivery === 'failed';

  return (
    <Facts aria-label="Ticket">
      <Fact name="Status">
        <HStack gap="2" flexWrap="wrap">
          {isGivenUp ? (
            <DeliveryMark delivery={ticket.delivery} />
          ) : (
            <TicketStatusBadge status={ticket.status} />
          )}
          <WaitingWords ticket={ticket} />
          {ticket.is_escalated && <QuietMark>Escalated</QuietMark>}
        </HStack>
      </Fact>
      <Fact name="Priority">
        <TicketPriority priority={ticket.priority} />
      </Fact>
      <Fact name="Department">
        <Department groupId={ticket.group_id} />
      </Fact>
      <Fact name="Source">{wordSource(ticket.source)}</Fact>
      <Fact name="Created">{formatDateTime(ticket.created_at)}</Fact>
      <Fact name="Updated">{formatDateTime(ticket.updated_at)}</Fact>
      {ticket.due_by && (
        <Fact name="Due">
          <DueBy due_by={ticket.due_by} isOverdue={readDue(ticket, now)?.isOverdue ?? false} />
        </Fact>
      )}
      {!isGivenUp && <Fact name="Number">{ticket.id > 0 ? `#${ticket.id}` : 'Given once it is sent'}</Fact>}
      {ticket.tags.length > 0 && (
        <Fact name="Tags">
          <TicketTags tags={ticket.tags} />
        </Fact>
      )}
    </Facts>
  );
};
