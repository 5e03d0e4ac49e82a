import { Button, type ButtonProps, Card, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LifeBuoy, Plus, SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { TICKETS_MAX } from '#shared/contract/limits.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../../components/clear-filters.tsx';
import { EmptyNote } from '../../../components/empty-note.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonList } from '../../../components/skeleton-list.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { supportGroupsQuery } from '../api/list-support-groups.ts';
import { ticketListQuery } from '../api/list-tickets.ts';
import { useFirstCopy } from '../api/poll-first-copy.ts';
import { supportStatusQuery } from '../api/read-support-status.ts';
import { FirstCopyNote, SupportDown, SupportOff } from './support-notes.tsx';
import { SupportStats } from './support-stats.tsx';
import { TicketList } from './ticket-list.tsx';
import { FILTERED_STATUS, type TicketFilter, TicketToolbar } from './ticket-toolbar.tsx';

interface SupportProps {
  /** Which tickets are shown; the caller holds this state. */
  show: TicketFilter | undefined;
  onShowChange: (show: TicketFilter | undefined) => void;
}

const CreateTicketLink = (props: ButtonProps) => (
  <Button asChild size="sm" {...props}>
    <Link from="/client" to="/client" search={(shown) => ({ ...shown, new: true })}>
      <Plus /> Create Ticket
    </Link>
  </Button>
);

const NoTickets = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <Card.Root variant="outline">
    {isFiltered ? (
      <EmptyNote icon={SearchX} title="No tickets found" action={<ClearFilters onClear={onClear} />}>
        None of your tickets has this status.
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
        ? `The filter looks through the newest ${TICKETS_MAX} of ${formatCount(total)} tickets.`
        : `The newest ${TICKETS_MAX} of ${formatCount(total)} tickets are shown.`}
    </Text>
  );

const hasStatus = (show: TicketFilter) => {
  const wanted: number = FILTERED_STATUS[show];

  return ({ status }: Ticket) => status === wanted;
};

interface TicketsProps extends SupportProps {
  /** In ms. */
  now: number;
  total: number;
  /** Set while nothing has been read from the helpdesk yet: then it is unknown if there are tickets. */
  unread: 'ok' | 'down' | undefined;
  /** True until it is known if that is so, or if a note appears above the list. */
  isPending: boolean;
}

const Tickets = ({ show, onShowChange, now, total, unread, isPending }: TicketsProps) => {
  const { data, error, refetch } = useQuery(ticketListQuery);
  // A long list is rendered in slices, so that the page stays responsive meanwhile.
  const tickets = useDeferredValue(data);
  const { data: groups = [], isPending: areGroupsPending } = useQuery(supportGroupsQuery);

  if (error) {
    return <LoadError title="Your tickets could not be read" error={error} onRetry={refetch} />;
  }
  if (!tickets || isPending || areGroupsPending) {
    return (
      <SkeletonList
        label="Loading tickets"
        count={4}
        cardHeight="13.25rem"
        rowHeight="5.5rem"
        rowsFrom="xl"
      />
    );
  }
  if (unread && tickets.length === 0) {
    return <FirstCopyNote isDown={unread === 'down'} />;
  }

  const shown = show ? tickets.filter(hasStatus(show)) : tickets;

  return (
    <Stack gap="3">
      <VisuallyHidden aria-live="polite">
        {shown.length === 1 ? '1 ticket is shown' : `${formatCount(shown.length)} tickets are shown`}
      </VisuallyHidden>
      {shown.length > 0 ? (
        <TicketList tickets={shown} groups={groups} now={now} />
      ) : (
        <NoTickets isFiltered={show !== undefined} onClear={() => onShowChange(undefined)} />
      )}
      <NewestNote total={total} isFiltered={show !== undefined} />
    </Stack>
  );
};

const SUPPORT_TITLE = 'Support';
const SUPPORT_DESCRIPTION = 'Your questions to us, and our answers.';

/** The client's tickets with their figures; each ticket has an address that opens it. */
export const Support = ({ show, onShowChange }: SupportProps) => {
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
        description={SUPPORT_DESCRIPTION}
        actions={<CreateTicketLink visibility={status || error ? undefined : 'hidden'} />}
      />
      <Stack gap="4">
        {error && <LoadError title="Your figures could not be read" error={error} onRetry={refetch} />}
        <SupportStats
          status={unread ? undefined : status}
          isUnknown={error !== null || unread !== undefined}
        />
        <TicketToolbar show={show} onShowChange={onShowChange} status={status} now={now} />
        {status?.state === 'down' && <SupportDown fetchedAt={status.fetchedAt} now={now} />}
        <Tickets
          show={show}
          onShowChange={onShowChange}
          now={now}
          total={status?.total ?? 0}
          unread={unread}
          isPending={isPending}
        />
      </Stack>
    </>
  );
};
