import { Button, Field, HStack, NativeSelect } from '@chakra-ui/react';
import { Download, X } from 'lucide-react';
import type { UserListFilters } from '#shared/contract/users.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { useExportUsers } from './queries.ts';
import { SearchBox } from './search-box.tsx';

type Choice<Value extends string> = readonly [label: string, value: Value | undefined];

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

interface FilterSelectProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

const FilterSelect = <Value extends string>({
  label,
  choices,
  value,
  onChange,
}: FilterSelectProps<Value>) => (
  <Field.Root
    orientation="horizontal"
    gap="2"
    flex={{ base: '1 1 8rem', md: '0 0 auto' }}
    width="auto"
    css={{ '--field-label-width': 'auto' }}
  >
    <Field.Label color="fg.muted">{label}</Field.Label>
    <NativeSelect.Root size="sm" minW="6.5rem">
      <NativeSelect.Field
        value={value ?? ''}
        onChange={({ target }) => onChange(choices.find(([, choice]) => choice === target.value)?.[1])}
      >
        {choices.map(([name, choice]) => (
          <option key={name} value={choice ?? ''}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </Field.Root>
);

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

export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button size="sm" variant="ghost" onClick={onClear}>
    <X /> Clear filters
  </Button>
);
