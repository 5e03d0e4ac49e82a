import { Button, Card, chakra, HStack, Stack, Table, Text } from '@chakra-ui/react';
import { memo } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { RelativeTime } from '../../../components/facts/relative-time.tsx';
import { RowsOrCards } from '../../../components/list/rows-by-hand.tsx';
import { useListLinks } from '../../../lib/list-links.ts';
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

interface TicketProps {
  ticket: Ticket;
  department: string | undefined;
  isNew: boolean;
  now: number;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

/** The subject, which also links to the ticket, with a mark for an answer that was not seen yet. */
const Subject = ({ ticket, isNew, addressOf }: Pick<TicketProps, 'ticket' | 'isNew' | 'addressOf'>) => (
  <HStack gap="2" align="start" flexWrap="wrap" minW="0">
    <Text fontWeight="semibold" lineClamp={2} overflowWrap="anywhere" minW="0">
      <chakra.span _hover={{ textDecoration: 'underline' }}>
        <a href={addressOf('ticket', ticket.id)}>
          <bdi>{ticket.subject}</bdi>
        </a>
      </chakra.span>
    </Text>
    {isNew && <NewAnswer />}
  </HStack>
);

const ViewLink = ({ ticket, addressOf }: Pick<TicketProps, 'ticket' | 'addressOf'>) => (
  <Button asChild size="xs" variant="outline">
    <a href={addressOf('ticket', ticket.id)} aria-label={`View ${ticket.subject}`}>
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

const TicketRow = memo(({ ticket, department, isNew, now, addressOf }: TicketProps) => (
  <Table.Row data-opens verticalAlign="top" cursor="pointer" _hover={{ bg: 'bg.subtle' }}>
    <Table.Cell maxW="0" width="100%">
      <Stack gap="1.5">
        <Stack gap="0">
          <Subject ticket={ticket} isNew={isNew} addressOf={addressOf} />
          <Origin ticket={ticket} department={department} now={now} />
        </Stack>
        <DeliveryError {...ticket} />
        <TicketTags tags={ticket.tags} />
      </Stack>
    </Table.Cell>
    <Table.Cell>
      <Stack gap="0.5" align="start">
        <Status ticket={ticket} />
        {ticket.delivery === 'waiting' && <DeliveryMark delivery="waiting" />}
        <WaitingWords ticket={ticket} />
      </Stack>
    </Table.Cell>
    <Table.Cell>
      <TicketPriority priority={ticket.priority} />
    </Table.Cell>
    <Table.Cell>
      <RelativeTime at={ticket.updated_at} now={now} />
    </Table.Cell>
    <Table.Cell textAlign="end" _print={{ display: 'none' }}>
      <ViewLink ticket={ticket} addressOf={addressOf} />
    </Table.Cell>
  </Table.Row>
));

/** A ticket on a phone. */
const TicketCard = memo(({ ticket, department, isNew, now, addressOf }: TicketProps) => (
  <Card.Root as="li" data-opens size="sm" variant="outline" cursor="pointer">
    <Card.Body gap="2">
      <Stack gap="0.5" minW="0">
        <Subject ticket={ticket} isNew={isNew} addressOf={addressOf} />
        <Origin ticket={ticket} department={department} now={now} />
      </Stack>
      <HStack gap="2" flexWrap="wrap">
        <Status ticket={ticket} />
        {ticket.delivery === 'waiting' && <DeliveryMark delivery="waiting" />}
        <WaitingWords ticket={ticket} />
      </HStack>
      <DeliveryError {...ticket} />
      <TicketTags tags={ticket.tags} />
      <HStack justify="space-between" align="end" gap="3">
        <Stack gap="0" textStyle="detail.number" minW="0">
          <Text>
            Priority <TicketPriority priority={ticket.priority} />
          </Text>
          <Text>
            Updated <RelativeTime at={ticket.updated_at} now={now} />
          </Text>
        </Stack>
        <ViewLink ticket={ticket} addressOf={addressOf} />
      </HStack>
    </Card.Body>
  </Card.Root>
));

const DIALOGS = ['ticket', 'new', 'about'];

/** The tickets, each with links to its conversation; the whole row leads there, too. */
export const TicketList = ({ tickets, departmentOf, isNew, now }: TicketListProps) => {
  const { addressOf, follow } = useListLinks(DIALOGS);
  const propsOf = (ticket: Ticket) => ({
    ticket,
    department: departmentOf(ticket),
    isNew: isNew(ticket),
    now,
    addressOf,
  });

  return (
    <RowsOrCards
      items={tickets}
      onClick={follow}
      headers={
        <>
          <Table.ColumnHeader>Ticket</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Priority</Table.ColumnHeader>
          <Table.ColumnHeader>Updated</Table.ColumnHeader>
        </>
      }
      renderRow={(ticket) => <TicketRow key={ticket.id} {...propsOf(ticket)} />}
      renderCard={(ticket) => <TicketCard key={ticket.id} {...propsOf(ticket)} />}
    />
  );
};
