import { Button, chakra, Field, HStack, Input, InputGroup } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DebtorFilters, DebtorOrder } from '#shared/contract/debtors/ledger-statements.ts';
import { parseAmount } from '#shared/money.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { ClearFilters } from '../../components/list/clear-filters.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { PhoneSort } from '../../components/list/phone-sort.tsx';
import { SearchBox } from '../../components/search/search-box.tsx';
import { useExport } from '../../lib/browser/use-export.ts';
import { entryFromAmount, UNREADABLE_AMOUNT } from '../../lib/forms/amount-entry.ts';
import { api } from '../../lib/reads/api.ts';
import { AsAtField } from './as-at-field.tsx';
import { countFilters, DEBTOR_SORTING, type DebtorChange, NO_FILTERS } from './debtor-order.ts';

const TYPING_PAUSE_MS = 400;

const CheckLabel = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: { base: '11', md: '9' },
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
  },
});

interface SmallestAmountProps {
  min: number | undefined;
  onChange: (min: number | undefined) => void;
}

/** Filters once typing pauses. An unreadable amount changes nothing, and stays as it was typed. */
const SmallestAmount = ({ min, onChange }: SmallestAmountProps) => {
  const [entry, setEntry] = useState(min === undefined ? '' : entryFromAmount(min));
  const sent = useRef(min);
  const amount = parseAmount(entry);
  const isReadable = entry.trim() === '' || amount !== undefined;

  useEffect(() => {
    if (min !== sent.current) {
      sent.current = min;
      setEntry(min === undefined ? '' : entryFromAmount(min));
    }
  }, [min]);

  useEffect(() => {
    const next = amount || undefined;
    if (!isReadable || next === sent.current) {
      return;
    }
    const timer = setTimeout(() => {
      sent.current = next;
      onChange(next);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [amount, isReadable, onChange]);

  return (
    <Field.Root invalid={!isReadable} width="auto" flex={{ base: '1 1 100%', md: '0 0 auto' }} gap="1">
      <HStack gap="2">
        <Field.Label color="fg.muted" whiteSpace="nowrap">
          Smallest amount
        </Field.Label>
        <InputGroup startElement="R" width="7.5rem">
          <Input
            size="sm"
            inputMode="decimal"
            autoComplete="off"
            value={entry}
            onChange={({ target }) => setEntry(target.value)}
          />
        </InputGroup>
      </HStack>
      <Field.ErrorText>{UNREADABLE_AMOUNT}</Field.ErrorText>
    </Field.Root>
  );
};

interface DebtorToolsProps {
  shown: DebtorFilters & DebtorOrder;
  /** The number of rows that match; undefined until it is known. */
  rows: number | undefined;
  onChange: (change: DebtorChange) => void;
  /** What stands beside the button, or below the filters where there is none. */
  children: ReactNode;
}

/** Search, filters and file of the debtors: on a phone behind one button, so that the list begins high. */
export const DebtorTools = ({ shown, rows, onChange, children }: DebtorToolsProps) => {
  const exportDebtors = useExport(api.debtors.export);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const count = countFilters(shown);

  return (
    <HStack
      role="search"
      aria-label="Debtors"
      flexWrap="wrap"
      columnGap="3"
      rowGap="2"
      _print={{ display: 'none' }}
    >
      <Button
        hideFrom="md"
        size="sm"
        minH="11"
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal /> {count > 0 ? `Filter (${count})` : 'Filter'}
      </Button>
      <HStack
        id={panelId}
        display={{ base: isOpen ? 'flex' : 'none', md: 'flex' }}
        // On a phone it opens below the button's line.
        order={{ base: '1', md: '0' }}
        flex="1 1 100%"
        columnGap="3"
        rowGap="2"
        flexWrap="wrap"
        align="flex-start"
      >
        <SearchBox
          label="Search debtors"
          search={shown.search ?? ''}
          onSearch={(search) => onChange({ search: search || undefined })}
        />
        <SmallestAmount min={shown.min} onChange={(min) => onChange({ min })} />
        <CheckLabel>
          <CheckBox
            type="checkbox"
            checked={shown.overdue ?? false}
            onChange={({ target }) => onChange({ overdue: target.checked || undefined })}
          />
          Only overdue
        </CheckLabel>
        <AsAtField asAt={shown.asAt} onChange={(asAt) => onChange({ asAt })} />
        <PhoneSort
          sorting={DEBTOR_SORTING}
          shown={shown}
          flex="1 1 100%"
          onSort={({ sort, direction }) => onChange({ sort, direction })}
        />
        {count > 0 && rows !== 0 && <ClearFilters onClear={() => onChange(NO_FILTERS)} />}
        <CsvButton
          label="CSV"
          ms="auto"
          flex={{ base: '1 1 100%', md: '0 0 auto' }}
          size="sm"
          isBusy={exportDebtors.isPending}
          disabled={rows === 0}
          onSave={(form) => exportDebtors.mutate({ query: { ...shown, for: form } })}
        />
      </HStack>
      {children}
    </HStack>
  );
};
