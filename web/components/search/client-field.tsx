import { Box, Input, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import type { Payer } from '#shared/contract/bank/payers.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { formatAmount } from '#shared/money.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { useDebounced } from '../../lib/browser/use-debounced.ts';
import { payersQuery } from '../../lib/reads/payers-query.ts';
import { clientSearchQuery } from '../../lib/reads/search-clients.ts';
import { FormField } from '../form/form-field.tsx';
import { CustomerFound, partsOfCustomer } from './customer-found.tsx';
import { FoundList } from './found-list.tsx';
import { PayerFound } from './payer-found.tsx';
import { SearchState } from './search-state.tsx';
import { useFoundList } from './use-found-list.ts';

const TYPING_PAUSE_MS = 175;

/** The list keeps its height, so that nothing moves while one types. */
const LIST_HEIGHT = '15rem';

type FoundClient = CustomerResult | Payer;

const NOBODY: readonly FoundClient[] = [];

const isPayer = (found: FoundClient): found is Payer => 'due' in found;

export interface ChosenClient {
  userId: number;
  name: string;
  OWNumber: string;
  company: string | null;
}

const chosenOf = (found: FoundClient): ChosenClient => ({
  userId: found.id,
  OWNumber: found.owNumber,
  ...partsOfCustomer(found),
});

const useFoundClients = (amount: number | undefined, q: string, enabled: boolean) => {
  const customers = useQuery({ ...clientSearchQuery(q), enabled: enabled && amount === undefined });
  const payers = useQuery({ ...payersQuery(amount ?? 0, q), enabled: enabled && amount !== undefined });

  return amount === undefined ? customers : payers;
};

/** Those whom the amount fits exactly have titles. The server lists them in this order. */
const groupFound = (items: readonly FoundClient[], amount = 0) => {
  const groups = Map.groupBy(items, (found) =>
    isPayer(found) && found.isAllDue
      ? 'all'
      : isPayer(found) && found.invoiceNumber !== null
        ? 'invoice'
        : 'none',
  );
  const listed = (key: 'all' | 'invoice' | 'none') => groups.get(key) ?? [];

  return [
    { title: `Owes exactly ${formatAmount(amount)}`, items: listed('all') },
    { title: `Has an invoice with exactly ${formatAmount(amount)} due`, items: listed('invoice') },
    { ...(groups.size > 1 && { title: 'Other clients' }), items: listed('none') },
  ];
};

interface ClientFieldProps {
  label: ReactNode;
  name: string;
  chosen: ChosenClient | null;
  onChoose: (client: ChosenClient) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** True if the form can be sent without a choice here. */
  isOptional?: boolean;
  /** What was paid: each client then says what they owe, and whom it fits exactly comes first. */
  amount?: number | undefined;
  /** When those whom it fits are offered, before anything is typed. */
  offers?: 'at-once' | 'on-focus' | undefined;
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
  amount: given,
  offers,
  ref,
}: ClientFieldProps) => {
  const [text, setText] = useState('');
  const typed = text.trim();
  const settled = useDebounced(typed, TYPING_PAUSE_MS, '');
  const amount = useDebounced(given, TYPING_PAUSE_MS);
  const [wasReached, setWasReached] = useState(false);
  const isTyped = typed.length >= SEARCH_LENGTH_MIN;
  const isOffered =
    !isTyped &&
    !chosen &&
    amount !== undefined &&
    (offers === 'at-once' || (offers === 'on-focus' && wasReached));
  const isOpen = isTyped || isOffered;
  const enabled = isTyped ? settled.length >= SEARCH_LENGTH_MIN : isOffered;
  const found = useFoundClients(amount, isTyped ? settled : '', enabled);
  const items: readonly FoundClient[] = (enabled && found.data) || NOBODY;
  const isSearching = (isTyped && settled !== typed) || (found.isFetching && items.length === 0);
  const search = useFoundList({
    text,
    onType: setText,
    items,
    isOpen,
    // Enter chooses nobody who was only offered.
    startsAtFirst: isTyped,
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
          onFocus={({ target }) => {
            setWasReached(true);
            target.select();
          }}
          onKeyDown={(event) => !event.nativeEvent.isComposing && search.steer(event)}
        />
      </FormField>
      {isOpen && (
        <Box mt="1" p="1" h={LIST_HEIGHT} overflowY="auto" borderWidth="1px" borderRadius="l3">
          {isOffered && found.isSuccess && items.length === 0 ? (
            <Text p="3" textStyle="sm" color="fg.muted" role="status">
              Nobody owes exactly {formatAmount(amount)}.
            </Text>
          ) : (
            <SearchState
              error={found.error}
              isSearching={isSearching}
              isEmpty={items.length === 0}
              count={items.length}
            />
          )}
          {search.hasLines && (
            <FoundList
              {...search.list}
              label="Clients"
              groups={groupFound(items, amount)}
              showItem={(customer) =>
                isPayer(customer) ? (
                  <PayerFound payer={customer} amount={amount ?? 0} typed={typed} />
                ) : (
                  <CustomerFound customer={customer} typed={typed} />
                )
              }
            />
          )}
        </Box>
      )}
    </Box>
  );
};
