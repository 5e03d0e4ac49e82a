import { Button, Card, chakra, HStack, Stack, Table, Text } from '@chakra-ui/react';
import { memo } from 'react';
import type { SupportGroup, Ticket } from '#shared/contract/tickets.ts';
import { formatDateTime } from '#shared/dates.ts';
import { wordSource } from '#shared/ticket-codes.ts';
import { RowsOrCards } from '../../../components/rows-or-cards.tsx';
import { useListLinks } from '../../../lib/list-links.ts';
import {
  DeliveryError,
  DeliveryMark,
  TicketMarks,
  TicketPriority,
  TicketStatusBadge,
  TicketTags,
} from '../ticket-badges.tsx';

interface TicketListProps {
  tickets: readonly Ticket[];
  groups: readonly SupportGroup[];
  /** In ms. */
  now: number;
}

interface TicketProps {
  ticket: Ticket;
  department: string | undefined;
  now: number;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

/** The subject, which also links to the ticket. */
const SubjectLink = ({ ticket, addressOf }: Pick<TicketProps, 'ticket' | 'addressOf'>) => (
  <Text fontWeight="semibold" lineClamp={2} overflowWrap="anywhere">
    <chakra.span _hover={{ textDecoration: 'underline' }}>
      <a href={addressOf('ticket', ticket.id)}>
        <bdi>{ticket.subject}</bdi>
      </a>
    </chakra.span>
  </Text>
);

const ViewLink = ({ ticket, addressOf }: Pick<TicketProps, 'ticket' | 'addressOf'>) => (
  <Button asChild size="xs" variant="outline">
    <a href={addressOf('ticket', ticket.id)} aria-label={`View ${ticket.subject}`}>
      View
    </a>
  </Button>
);

/** The status. A ticket that was given up has none, because the helpdesk never received it. */
const Status = ({ ticket }: Pick<TicketProps, 'ticket'>) =>
  ticket.delivery === 'failed' ? (
    <DeliveryMark delivery={ticket.delivery} />
  ) : (
    <TicketStatusBadge status={ticket.status} />
  );

/** The number and department of a ticket; one that waits to be sent has no number yet. */
const Origin = ({ ticket, department }: Pick<TicketProps, 'ticket' | 'department'>) => (
  <Text textStyle="detail.number" overflowWrap="anywhere">
    {ticket.id > 0 && `#${ticket.id} · `}
    {wordSource(ticket.source)}
    {department && (
      <>
        {' · '}
        <bdi>{department}</bdi>
      </>
    )}
  </Text>
);

const TicketRow = memo(({ ticket, department, now, addressOf }: TicketProps) => (
  <Table.Row verticalAlign="top">
    <Table.Cell maxW="0" width="100%">
      <Stack gap="1.5">
        <Stack gap="0">
          <SubjectLink ticket={ticket} addressOf={addressOf} />
          <Origin ticket={ticket} department={department} />
        </Stack>
        <TicketMarks ticket={ticket} now={now} />
        <DeliveryError {...ticket} />
        <TicketTags tags={ticket.tags} />
      </Stack>
    </Table.Cell>
    <Table.Cell>
      <Status ticket={ticket} />
    </Table.Cell>
    <Table.Cell>
      <TicketPriority priority={ticket.priority} />
    </Table.Cell>
    <Table.Cell textStyle="number" whiteSpace="nowrap">
      {formatDateTime(ticket.created_at)}
    </Table.Cell>
    <Table.Cell textStyle="number" whiteSpace="nowrap">
      {formatDateTime(ticket.updated_at)}
    </Table.Cell>
    <Table.Cell textAlign="end" _print={{ display: 'none' }}>
      <ViewLink ticket={ticket} addressOf={addressOf} />
    </Table.Cell>
  </Table.Row>
));

/** A ticket on a phone. */
const TicketCard = memo(({ ticket, department, now, addressOf }: TicketProps) => (
  <Card.Root as="li" size="sm" variant="outline">
    <Card.Body gap="2.5">
      <HStack justify="space-between" align="start" gap="3">
        <Stack gap="0.5" minW="0">
          <SubjectLink ticket={ticket} addressOf={addressOf} />
          <Origin ticket={ticket} department={department} />
        </Stack>
        <Status ticket={ticket} />
      </HStack>
      <TicketMarks ticket={ticket} now={now} />
      <DeliveryError {...ticket} />
      <TicketTags tags={ticket.tags} />
      <HStack justify="space-between" align="end" gap="3">
        <Stack gap="0" textStyle="detail.number" minW="0">
          <Text>
            Priority <TicketPriority priority={ticket.priority} />
          </Text>
          <Text>Created {formatDateTime(ticket.created_at)}</Text>
          <Text>Updated {formatDateTime(ticket.updated_at)}</Text>
        </Stack>
        <ViewLink ticket={ticket} addressOf={addressOf} />
      </HStack>
    </Card.Body>
  </Card.Root>
));

const DIALOGS = ['ticket', 'new'];

/** The tickets, newest first, each with a link to its conversation. */
export const TicketList = ({ tickets, groups, now }: TicketListProps) => {
  const { addressOf, follow } = useListLinks(DIALOGS);
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const departmentOf = ({ group_id }: Ticket) => (group_id === null ? undefined : names.get(group_id));

  return (
    <RowsOrCards
      items={tickets}
      onClick={follow}
      rowsFrom="xl"
      headers={
        <>
          <Table.ColumnHeader>Ticket</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Priority</Table.ColumnHeader>
          <Table.ColumnHeader>Created</Table.ColumnHeader>
          <Table.ColumnHeader>Updated</Table.ColumnHeader>
        </>
      }
      renderRow={(ticket) => (
        <TicketRow
          key={ticket.id}
          ticket={ticket}
          department={departmentOf(ticket)}
          now={now}
          addressOf={addressOf}
        />
      )}
      renderCard={(ticket) => (
        <TicketCard
          key={ticket.id}
          ticket={ticket}
          department={departmentOf(ticket)}
          now={now}
          addressOf={addressOf}
        />
      )}
    />
  );
};
