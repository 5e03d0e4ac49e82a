import { HStack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { UserListFilters } from '#shared/contract/users.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ClearFilters } from '../../components/clear-filters.tsx';
import { type Choice, FilterSelect } from '../../components/filter-select.tsx';
import { useExportUsers } from './api/export-users.ts';
import { SearchBox } from './search-box.tsx';

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

interface UserFiltersProps {
  filters: UserListFilters;
  onChange: (filters: UserListFilters) => void;
}

export const UserFilters = ({ filters, onChange }: UserFiltersProps) => {
  const exportUsers = useExportUsers();

  return (
    <HStack gap="2" flexWrap="wrap" role="search" aria-label="Users">
      <SearchBox
        search={filters.search ?? ''}
        onSearch={(search) => onChange({ ...filters, search: search || undefined })}
      />
      <FilterSelect
        label="Role"
        choices={ROLES}
        value={filters.role}
        onChange={(role) => onChange({ ...filters, role })}
      />
      <FilterSelect
        label="Status"
        choices={STATUSES}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
      {hasFilters(filters) && <ClearFilters onClear={() => onChange({})} />}
      <BusyButton
        ms="auto"
        flex={{ base: '1 1 100%', md: '0 0 auto' }}
        size="sm"
        variant="outline"
        _print={{ display: 'none' }}
        isBusy={exportUsers.isPending}
        onClick={() => exportUsers.mutate(filters)}
      >
        <Download /> Export as CSV
      </BusyButton>
    </HStack>
  );
};

export const hasFilters = ({ search, role, status }: UserListFilters): boolean =>
  Boolean(search || role || status);
