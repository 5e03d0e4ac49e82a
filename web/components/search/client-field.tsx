import { Box, Input } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { useDebounced } from '../../lib/browser/use-debounced.ts';
import { clientSearchQuery } from '../../lib/reads/search-clients.ts';
import { FormField } from '../form/form-field.tsx';
import { CustomerFound, partsOfCustomer } from './customer-found.tsx';
import { FoundList } from './found-list.tsx';
import { SearchState } from './search-state.tsx';
import { useFoundList } from './use-found-list.ts';

const TYPING_PAUSE_MS = 175;

const NOBODY: readonly CustomerResult[] = [];

export interface ChosenClient {
  userId: number;
  name: string;
  OWNumber: string;
  company: string | null;
}

const chosenOf = (found: CustomerResult): ChosenClient => ({
  userId: found.id,
  OWNumber: found.owNumber,
  ...partsOfCustomer(found),
});

interface ClientFieldProps {
  label: ReactNode;
  name: string;
  chosen: ChosenClient | null;
  onChoose: (client: ChosenClient) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** True if the form can be sent without a choice here. */
  isOptional?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A field that finds a client while one types, as the search of the header does. */
export const ClientField = ({
  label,
  name,
  chosen,
  onChoose,
  error,
  hint,
  isOptional = false,
  ref,
}: ClientFieldProps) => {
  const [text, setText] = useState('');
  const typed = text.trim();
  const settled = useDebounced(typed, TYPING_PAUSE_MS, '');
  const isOpen = typed.length >= SEARCH_LENGTH_MIN;
  const enabled = isOpen && settled.length >= SEARCH_LENGTH_MIN;
  const found = useQuery({ ...clientSearchQuery(settled), enabled });
  const items = (enabled && found.data) || NOBODY;
  const search = useFoundList({
    text,
    onType: setText,
    items,
    isOpen,
    startsAtFirst: true,
    onChoose: (customer) => onChoose(chosenOf(customer)),
  });

  return (
    <Box minW="0">
      <FormField label={label} error={error} hint={hint} isRequired={!isOptional}>
        <Input
          {...search.field}
          ref={ref}
          name={name}
          size="sm"
          placeholder="Name, OW number or service"
          value={text === '' && chosen ? `${nameOfClient(chosen)}, ${chosen.OWNumber}` : text}
          onFocus={({ target }) => target.select()}
          onKeyDown={(event) => !event.nativeEvent.isComposing && search.steer(event)}
        />
      </FormField>
      {isOpen && (
        <Box mt="1" p="1" maxH="15rem" overflowY="auto" borderWidth="1px" borderRadius="l3">
          <SearchState
            error={found.error}
            isSearching={settled !== typed || (found.isFetching && items.length === 0)}
            isEmpty={items.length === 0}
            count={items.length}
          />
          {search.hasLines && (
            <FoundList
              {...search.list}
              label="Clients"
              groups={[{ items }]}
              showItem={(customer) => <CustomerFound customer={customer} typed={typed} />}
            />
          )}
        </Box>
      )}
    </Box>
  );
};
