import { Box, Button, type ButtonProps, Card, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LifeBuoy, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { TICKETS_MAX } from '#shared/contract/limits.ts';
import type { SupportGroup, Ticket } from '#shared/contract/tickets.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../../components/list/clear-filters.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonList } from '../../../components/loading/skeleton-list.tsx';
import { PageHeader } from '../../../components/shell/page-header.tsx';
import { linkToDialog } from '../../../lib/address/dialogs.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useUser } from '../../../lib/session/session.ts';
import { useIsNewAnswer } from '../answers-seen.ts';
import { useFirstCopy } from '../poll-first-copy.ts';
import { supportGroupsQuery, supportStatusQuery, ticketListQuery } from '../queries.ts';
import { TICKET_DIALOGS } from '../ticket-dialogs.ts';
import { matchTickets } from './match-ticket.ts';
import { FirstCopyNote, SupportDown, SupportOff } from './support-notes.tsx';
import { SupportStats } from './support-stats.tsx';
import { TicketList } from './ticket-list.tsx';
import { FILTERED_STATUS, type TicketFilters, TicketToolbar } from './ticket-toolbar.tsx';

/** Rows render again once a minute, because they show no seconds. */
const MINUTE_MS = 60_000;

interface SupportProps {
  /** The caller holds this state. */
  filters: TicketFilters;
  onFilter: (filters: TicketFilters) => void;
}

const CreateTicketLink = (props: ButtonProps) => (
  <Button asChild size="sm" {...props}>
    <Link {...linkToDialog('ticket.new', TICKET_DIALOGS['ticket.new'])}>
      <Plus /> Create Ticket
    </Link>
  </Button>
);

const NoTickets = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <Card.Root variant="outline">
    {isFiltered ? (
      <EmptyNote icon={SearchX} title="No tickets found" action={<ClearFilters onClear={onClear} />}>
        None of your tickets fits. Try other words or another status.
      </EmptyNote>
    ) : (
      <EmptyNote icon={LifeBuoy} title="No tickets yet" action={<CreateTicketLink variant="outline" />}>
        Your questions to us appear here, each with our answers.
      </EmptyNote>
    )}
  </Card.Root>
);

/** Says that the list does not contain older tickets, and that a filter searches only the listed ones. */
const NewestNote = ({ total, isFiltered }: { total: number; isFiltered: boolean }) =>
  total > TICKETS_MAX && (
    <Text textStyle="sm" color="fg.muted">
      {isFiltered
        ? `Search and filter look through the newest ${TICKETS_MAX} of ${formatCount(total)} tickets.`
        : `The newest ${TICKETS_MAX} of ${formatCount(total)} tickets are shown.`}
    </Text>
  );

const byLastChange = (one: Ticket, other: Ticket) => other.updated_at.localeCompare(one.updated_at);

/** Returns the tickets that fit the filters, the last changed first. */
const filterTickets = (
  tickets: readonly Ticket[],
  { show, search }: TicketFilters,
  departmentOf: (ticket: Ticket) => string | undefined,
): Ticket[] => {
  const status: number | undefined = show && FILTERED_STATUS[show];
  const isMatch = search ? matchTickets(search, departmentOf) : () => true;

  return tickets
    .filter((ticket) => (status === undefined || ticket.status === status) && isMatch(ticket))
    .toSorted(byLastChange);
};

interface ShownTicketsProps extends SupportProps {
  tickets: readonly Ticket[];
  groups: readonly SupportGroup[];
  /** In ms. */
  now: number;
  total: number;
}

const ShownTickets = ({ tickets, groups, filters, onFilter, now, total }: ShownTicketsProps) => {
  const isNew = useIsNewAnswer(useUser().User_Id, tickets);

  // With the same function, no row is rendered again while a dialog opens over the list.
  const departmentOf = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]));

    return ({ group_id }: Ticket) => (group_id === null ? undefined : names.get(group_id));
  }, [groups]);
  const isFiltered = filters.show !== undefined || filters.search !== undefined;
  const shown = filterTickets(tickets, filters, departmentOf);

  return (
    <Stack gap="3">
      <VisuallyHidden aria-live="polite">
        {shown.length === 1 ? '1 ticket is shown' : `${formatCount(shown.length)} tickets are shown`}
      </VisuallyHidden>
      {shown.length > 0 ? (
        <TicketList
          tickets={shown}
          departmentOf={departmentOf}
          isNew={isNew}
          now={Math.floor(now / MINUTE_MS) * MINUTE_MS}
        />
      ) : (
        <NoTickets isFiltered={isFiltered} onClear={() => onFilter({})} />
      )}
      <NewestNote total={total} isFiltered={isFiltered} />
    </Stack>
  );
};

interface TicketsProps extends Omit<ShownTicketsProps, 'tickets' | 'groups'> {
  /** Set while nothing has been read from the helpdesk yet: then it is unknown if there are tickets. */
  unread: 'ok' | 'down' | undefined;
  /** True until it is known if that is so, or if a note appears above the list. */
  isPending: boolean;
}

const Tickets = ({ unread, isPending, ...shown }: TicketsProps) => {
  const { data, error, refetch } = useQuery(ticketListQuery);
  // A long list is rendered in slices, so that the page stays responsive meanwhile.
  const tickets = useDeferredValue(data);
  const { data: groups = [], isPending: areGroupsPending } = useQuery(supportGroupsQuery);

  if (error) {
    return <LoadError title="Your tickets could not be read" error={error} onRetry={refetch} />;
  }
  if (!tickets || isPending || areGroupsPending) {
    return <SkeletonList label="Loading tickets" count={4} cardHeight="9.5rem" rowHeight="4rem" />;
  }
  if (unread && tickets.length === 0) {
    return <FirstCopyNote isDown={unread === 'down'} />;
  }

  return <ShownTickets tickets={tickets} groups={groups} {...shown} />;
};

const SUPPORT_TITLE = 'Support';
const SUPPORT_DESCRIPTION = 'Your questions to us, and our answers.';

/** The client's tickets with their figures; each ticket has an address that opens it. */
export const Support = ({ filters, onFilter }: SupportProps) => {
  const { data: status, error, isPending, refetch } = useQuery(supportStatusQuery);
  const now = useNow();
  const unread = status && status.state !== 'off' && !status.fetchedAt ? status.state : undefined;
  useFirstCopy(unread !== undefined);

  if (status?.state === 'off') {
    return (
      <>
        <PageHeader title={SUPPORT_TITLE} />
        <SupportOff />
      </>
    );
  }

  return (
    <>
      <PageHeader
        title={SUPPORT_TITLE}
        // On a phone the list comes first.
        description={<Box hideBelow="md">{SUPPORT_DESCRIPTION}</Box>}
        actions={<CreateTicketLink visibility={status || error ? undefined : 'hidden'} />}
      />
      <Stack gap="3">
        {error && <LoadError title="Your figures could not be read" error={error} onRetry={refetch} />}
        <SupportStats
          status={unread ? undefined : status}
          isUnknown={error !== null || unread !== undefined}
        />
        <TicketToolbar filters={filters} onFilter={onFilter} status={status} now={now} />
        {status?.state === 'down' && <SupportDown fetchedAt={status.fetchedAt} now={now} />}
        <Tickets
          filters={filters}
          onFilter={onFilter}
          now={now}
          total={status?.total ?? 0}
          unread={unread}
          isPending={isPending}
        />
      </Stack>
    </>
  );
};
