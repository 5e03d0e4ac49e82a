import { Box, HStack, Text } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import type { TICKET_FILTERS } from '#shared/contract/limits.ts';
import type { SupportStatus } from '#shared/contract/tickets.ts';
import { CLOSED, OPEN, PENDING, RESOLVED, TICKET_STATUSES } from '#shared/tickets/ticket-codes.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { ClearFilters } from '../../../components/list/clear-filters.tsx';
import { type Choice, FilterSelect } from '../../../components/list/filter-select.tsx';
import { SearchBox } from '../../../components/search/search-box.tsx';
import { useRefreshTickets } from '../refresh-tickets.ts';
import { wordAge } from '../ticket-times.ts';

export type TicketFilter = (typeof TICKET_FILTERS)[number];

/** The status that each filter selects. */
export const FILTERED_STATUS = { open: OPEN, pending: PENDING, resolved: RESOLVED, closed: CLOSED } as const;

const choiceOf = (filter: TicketFilter) => [TICKET_STATUSES[FILTERED_STATUS[filter]], filter] as const;

const CHOICES: readonly Choice<TicketFilter>[] = [
  ['All', undefined],
  choiceOf('open'),
  choiceOf('pending'),
  choiceOf('resolved'),
  choiceOf('closed'),
];

/** Which of the loaded tickets are shown. */
export interface TicketFilters {
  show?: TicketFilter | undefined;
  search?: string | undefined;
}

interface TicketToolbarProps {
  filters: TicketFilters;
  onFilter: (filters: TicketFilters) => void;
  status: SupportStatus | undefined;
  /** In ms. */
  now: number;
}

/** The search and the filter of the tickets, the age of the shown data, and the button that refreshes it. */
export const TicketToolbar = ({ filters, onFilter, status, now }: TicketToolbarProps) => {
  const refresh = useRefreshTickets();
  const { show, search } = filters;

  return (
    <HStack gap="2" flexWrap="wrap" role="search" aria-label="Tickets">
      <SearchBox
        label="Search tickets"
        search={search ?? ''}
        onSearch={(typed) => onFilter({ show, search: typed || undefined })}
      />
      <FilterSelect
        label="Status"
        choices={CHOICES}
        value={show}
        onChange={(chosen) => onFilter({ show: chosen, search })}
      />
      {(show || search) && <ClearFilters onClear={() => onFilter({})} />}
      <HStack ms="auto" gap="3" flex={{ base: '1 1 100%', md: '0 0 auto' }} justify="space-between">
        <Text textStyle="detail">
          {status && (status.fetchedAt ? wordAge(status.fetchedAt, now) : 'Not read from the helpdesk yet')}
        </Text>
        <BusyButton
          size="sm"
          variant="outline"
          aria-label="Refresh"
          isBusy={refresh.isPending}
          onClick={() => refresh.mutate()}
          _print={{ display: 'none' }}
        >
          {!refresh.isPending && <RefreshCw />}
          <Box as="span" hideBelow="md">
            Refresh
          </Box>
        </BusyButton>
      </HStack>
    </HStack>
  );
};
