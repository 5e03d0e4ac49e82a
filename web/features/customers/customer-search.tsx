import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { HeaderSearch } from '../../components/search/header-search.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { CustomerFound } from './customer-result.tsx';
import { searchQuery } from './queries.ts';

const TYPING_PAUSE_MS = 175;

/** Reads the results for the typed text, once the typing pauses. */
const useSearchResults = (typed: string) => {
  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const isSettledLongEnough = settled.length >= SEARCH_LENGTH_MIN;
  const { data, error } = useQuery({
    ...searchQuery(settled),
    enabled: typed.length >= SEARCH_LENGTH_MIN && isSettledLongEnough,
  });

  return { results: isSettledLongEnough ? data : undefined, error };
};

/** The header search of an administrator, who finds all customers. */
export const CustomerSearch = ({ onChoose }: { onChoose: (customer: CustomerResult) => void }) => {
  const [text, setText] = useState('');
  const typed = text.trim();

  return (
    <HeaderSearch
      {...useSearchResults(typed)}
      text={text}
      onType={setText}
      listLabel="Customers"
      showResult={(customer) => <CustomerFound customer={customer} typed={typed} />}
      onChoose={onChoose}
    />
  );
};
