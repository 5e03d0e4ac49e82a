import { Box, Button, HStack, Skeleton } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { UserListFilters } from '#shared/contract/users/user-list.ts';
import { ClearFilters } from '../../../components/list/clear-filters.tsx';
import { type Choice, FilterSelect } from '../../../components/list/filter-select.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { SearchBox } from '../../../components/search/search-box.tsx';
import { useExport } from '../../../lib/browser/use-export.ts';
import { api } from '../../../lib/reads/api.ts';
import { addressOfSort, SORTS, type UserSort } from './user-sort.tsx';

const EXPORT_PLACE = <Skeleton ms="auto" flex={{ base: '1 1 100%', md: '0 0 14rem' }} height="9" />;

/** Loaded after the list, which is what an administrator waits for. */
export const ExportButton = lazyPart(() => import('../../../components/list/csv-button.tsx'), 'CsvButton', {
  waiting: EXPORT_PLACE,
});

const ROLES: readonly Choice<'admin' | 'client'>[] = [
  ['All', undefined],
  ['Admin', 'admin'],
  ['Client', 'client'],
];

const STATUSES: readonly Choice<'active' | 'inactive'>[] = [
  ['All', undefined],
  ['Active', 'active'],
  ['Inactive', 'inactive'],
];

const GROUPS: readonly Choice<NonNullable<UserListFilters['only']>>[] = [
  ['All', undefined],
  ['Owes', 'owing'],
  ['Overdue', 'overdue'],
  ['No services', 'no-services'],
  ['New this month', 'new-this-month'],
];

const nameOfSort = ({ sort, order }: UserSort) => `${sort} ${order}`;

/** A table's headers sort it; cards have none. */
const SORT_CHOICES = SORTS.filter((one, index) => index < 3 || one.order === 'desc').map(
  (one): Choice<string> => [one.words.charAt(0).toUpperCase() + one.words.slice(1), nameOfSort(one)],
);

const MAILS: readonly Choice<'blocked'>[] = [
  ['All', undefined],
  ['Blocked', 'blocked'],
];

interface UserFiltersProps {
  filters: UserListFilters;
  sort: UserSort;
  /** The number of users that match: undefined until the list has an answer, null if that is an error. */
  total: number | null | undefined;
  onChange: (filters: UserListFilters) => void;
  onSort: (sort: ReturnType<typeof addressOfSort>) => void;
}

/** The search, and beside it the filters: on a phone behind a button, so that the list begins high. */
export const UserFilters = ({ filters, sort, total, onChange, onSort }: UserFiltersProps) => {
  const exportUsers = useExport(api.users.export);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { role, status, only, mail } = filters;
  const set = [role, status, only, mail].filter(Boolean).length;

  return (
    <HStack gap="2" flexWrap="wrap" role="search" aria-label="Users">
      <Box flex={{ base: '1 1 7rem', md: '1 1 18.75rem' }} maxW={{ md: '24rem' }}>
        <SearchBox
          label="Search users"
          search={filters.search ?? ''}
          onSearch={(search) => onChange({ ...filters, search: search || undefined })}
        />
      </Box>
      <Button
        hideFrom="md"
        size="sm"
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={set > 0 ? `Filters (${set})` : 'Filters'}
        px="3"
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal /> {set > 0 && set}
      </Button>
      <HStack
        id={panelId}
        display={{ base: isOpen ? 'flex' : 'none', md: 'contents' }}
        flex="1 1 100%"
        gap="2"
        flexWrap="wrap"
      >
        {/* Cards have no headers that sort. */}
        <HStack hideFrom="md" flex="1 1 100%">
          <FilterSelect
            label="Sort"
            choices={SORT_CHOICES}
            value={nameOfSort(sort)}
            onChange={(name) => {
              const chosen = SORTS.find((one) => nameOfSort(one) === name);
              if (chosen) {
                onSort(addressOfSort(chosen));
              }
            }}
          />
        </HStack>
        <FilterSelect
          label="Role"
          choices={ROLES}
          value={role}
          onChange={(role) => onChange({ ...filters, role })}
        />
        <FilterSelect
          label="Status"
          choices={STATUSES}
          value={status}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <FilterSelect
          label="Show"
          choices={GROUPS}
          value={only}
          onChange={(only) => onChange({ ...filters, only })}
        />
        <FilterSelect
          label="Mail"
          choices={MAILS}
          value={mail}
          onChange={(mail) => onChange({ ...filters, mail })}
        />
        {hasFilters(filters) && total !== 0 && <ClearFilters onClear={() => onChange({})} />}
        {/* A button of the page that was rendered ahead would lose a press: React replaces it once its code arrives. */}
        {total === undefined ? (
          EXPORT_PLACE
        ) : (
          <ExportButton
            label="Export as CSV"
            ms="auto"
            flex={{ base: '1 1 100%', md: '0 0 auto' }}
            size="sm"
            isBusy={exportUsers.isPending}
            disabled={total === 0}
            title={total === 0 ? 'No user matches the filters' : undefined}
            onSave={(form) => exportUsers.mutate({ query: { ...filters, for: form } })}
          />
        )}
      </HStack>
    </HStack>
  );
};

export const hasFilters = (filters: UserListFilters): boolean => Object.values(filters).some(Boolean);
