import { Button, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { RelativeTime } from '../../../components/facts/relative-time.tsx';
import { actionColumn, type Column, OPENS, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import { useListLinks } from '../../../lib/address/list-links.ts';
import { NewAnswer } from '../new-answer.tsx';
import {
  DeliveryError,
  DeliveryMark,
  TicketPriority,
  TicketStatusBadge,
  TicketTags,
  WaitingWords,
} from '../ticket-badges.tsx';
import { readDue } from '../ticket-times.ts';
import { isWaitingForUs } from '../ticket-waiting.ts';

interface TicketListProps {
  tickets: readonly Ticket[];
  departmentOf: (ticket: Ticket) => string | undefined;
  /** True if the client has not seen the last answer. */
  isNew: (ticket: Ticket) => boolean;
  /** In ms. */
  now: number;
}

interface TicketParts extends Omit<TicketListProps, 'tickets'> {
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, value: string) => string;
}

interface TicketProps {
  ticket: Ticket;
  department: string | undefined;
  isNew: boolean;
  now: number;
  addressOf: TicketParts['addressOf'];
}

/** The subject, which also links to the ticket, with a mark for an answer that was not seen yet. */
const Subject = ({ ticket, isNew, addressOf }: Pick<TicketProps, 'ticket' | 'isNew' | 'addressOf'>) => (
  <HStack gap="2" align="start" flexWrap="wrap" minW="0">
    <Text fontWeight="semibold" lineClamp={2} overflowWrap="anywhere" minW="0">
      <chakra.span _hover={{ textDecoration: 'underline' }}>
        <a href={addressOf('open', `ticket.view:${ticket.id}`)}>
          <bdi>{ticket.subject}</bdi>
        </a>
      </chakra.span>
    </Text>
    {isNew && <NewAnswer />}
  </HStack>
);

const ViewLink = ({ ticket, addressOf }: Pick<TicketProps, 'ticket' | 'addressOf'>) => (
  <Button asChild size="xs" variant="outline">
    <a href={addressOf('open', `ticket.view:${ticket.id}`)} aria-label={`View ${ticket.subject}`}>
      View
    </a>
  </Button>
);

/** The status. A ticket that is not at the helpdesk has none, because nobody there has received it. */
const Status = ({ ticket }: Pick<TicketProps, 'ticket'>) =>
  ticket.delivery === 'failed' ? (
    <DeliveryMark delivery={ticket.delivery} />
  ) : (
    <TicketStatusBadge status={ticket.status} />
  );

/** Says that we are late; nothing while the client has to act, or nobody. */
const wordLateness = (ticket: Ticket, now: number): string | undefined => {
  if (!isWaitingForUs(ticket)) {
    return undefined;
  }

  const late = readDue(ticket, now)?.isOverdue ? 'Overdue' : undefined;

  return ticket.is_escalated ? 'Escalated' : late;
};

/** The number and department of a ticket, and the helpdesk's own word; a ticket that waits has no number yet. */
const Origin = ({ ticket, department, now }: Pick<TicketProps, 'ticket' | 'department' | 'now'>) => {
  const parts = [
    ticket.id > 0 && `#${ticket.id}`,
    department && <bdi key="department">{department}</bdi>,
    wordLateness(ticket, now),
  ].filter(Boolean);

  return (
    <Text textStyle="detail.number" overflowWrap="anywhere">
      {parts.map((part, index) => [index > 0 && ' · ', part])}
    </Text>
  );
};

const Heads = ({ ticket, departmentOf, isNew, now, addressOf }: TicketParts & { ticket: Ticket }) => (
  <>
    <Subject ticket={ticket} isNew={isNew(ticket)} addressOf={addressOf} />
    <Origin ticket={ticket} department={departmentOf(ticket)} now={now} />
  </>
);

const State = ({ ticket }: Pick<TicketProps, 'ticket'>) => (
  <>
    <Status ticket={ticket} />
    {ticket.delivery === 'waiting' && <DeliveryMark delivery="waiting" />}
    <WaitingWords ticket={ticket} />
  </>
);

const columnsOf = (parts: TicketParts): readonly Column<Ticket>[] => [
  {
    name: 'Ticket',
    isMain: true,
    cell: (ticket) => (
      <Stack gap="1.5">
        <Stack gap="0">
          <Heads ticket={ticket} {...parts} />
        </Stack>
        <DeliveryError {...ticket} />
        <TicketTags tags={ticket.tags} />
      </Stack>
    ),
  },
  {
    name: 'Status',
    cell: (ticket) => (
      <Stack gap="0.5" align="start">
        <State ticket={ticket} />
      </Stack>
    ),
  },
  { name: 'Priority', cell: ({ priority }) => <TicketPriority priority={priority} /> },
  { name: 'Updated', cell: ({ updated_at }) => <RelativeTime at={updated_at} now={parts.now} /> },
  actionColumn((ticket) => <ViewLink ticket={ticket} addressOf={parts.addressOf} />),
];

/** What stands in for a row on a phone. */
const cardOf = (parts: TicketParts) => (ticket: Ticket) => (
  <>
    <Stack gap="0.5" minW="0">
      <Heads ticket={ticket} {...parts} />
    </Stack>
    <HStack gap="2" flexWrap="wrap">
      <State ticket={ticket} />
    </HStack>
    <DeliveryError {...ticket} />
    <TicketTags tags={ticket.tags} />
    <HStack justify="space-between" align="end" gap="3">
      <Stack gap="0" textStyle="detail.number" minW="0">
        <Text>
          Priority <TicketPriority priority={ticket.priority} />
        </Text>
        <Text>
          Updated <RelativeTime at={ticket.updated_at} now={parts.now} />
        </Text>
      </Stack>
      <ViewLink ticket={ticket} addressOf={parts.addressOf} />
    </HStack>
  </>
);

const DIALOGS = ['open'];

/** The tickets, each with links to its conversation; the whole row leads there, too. */
export const TicketList = ({ tickets, departmentOf, isNew, now }: TicketListProps) => {
  const { addressOf, follow } = useListLinks(DIALOGS);
  const { columns, card } = useMemo(() => {
    const parts = { departmentOf, isNew, now, addressOf };

    return { columns: columnsOf(parts), card: cardOf(parts) };
  }, [departmentOf, isNew, now, addressOf]);

  return (
    <RowsOrCards
      items={tickets}
      keyOf={({ id }) => id}
      columns={columns}
      card={card}
      attributesOf={OPENS}
      isTopAligned
      onClick={follow}
    />
  );
};
