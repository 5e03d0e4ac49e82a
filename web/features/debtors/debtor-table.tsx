import { HStack } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Debtor, DebtorOrder } from '#shared/contract/debtors/ledger-statements.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { RECORD_PARAMS } from '../../lib/address/dialog-params.ts';
import { useListLinks } from '../../lib/address/list-links.ts';
import { useIsPrinting } from '../../lib/browser/printing.ts';
import { today } from '../../lib/money/today.ts';
import {
  DEBTOR_LOOK,
  type DebtorItem,
  debtorCard,
  debtorColumns,
  isClosed,
  SELECT_ALL,
} from './debtor-rows.tsx';
import type { Selection } from './use-selection.ts';

const attributesOf = (item: DebtorItem) => (isClosed(item) ? { 'data-closed': '' } : { 'data-opens': '' });

interface SelectAllProps {
  debtors: readonly Debtor[];
  selection: Selection;
}

const SelectAllBox = ({ debtors, selection }: SelectAllProps) => (
  <CheckBox
    type="checkbox"
    aria-label={SELECT_ALL}
    checked={debtors.every(({ userId }) => selection.has(userId))}
    onChange={() => selection.toggleAll(debtors)}
  />
);

/** Stands over cards, which have no header. */
export const SelectAll = (props: SelectAllProps) => (
  <HStack as="label" ms="auto" minH="11" gap="3" pe="3" textStyle="sm" color="fg.muted" cursor="pointer">
    {SELECT_ALL}
    <SelectAllBox {...props} />
  </HStack>
);

interface DebtorTableProps {
  items: readonly DebtorItem[];
  debtors: readonly Debtor[];
  /** A past day whose list it is; undefined is today. */
  day: string | undefined;
  order: DebtorOrder;
  /** Undefined if none can be selected. */
  selection: Selection | undefined;
}

/** The debtors of a page as rows, or as cards where rows have no room; on paper always as rows. */
export const DebtorTable = ({ items, debtors, day, order, selection }: DebtorTableProps) => {
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);
  const asAt = day ?? today();
  const { sort, direction } = order;
  const onSelect = selection?.toggle;
  const { columns, card } = useMemo(() => {
    const parts = { asAt, order: { sort, direction }, onSelect, addressOf };

    return { columns: debtorColumns(parts), card: debtorCard(parts) };
  }, [asAt, sort, direction, onSelect, addressOf]);
  return (
    <RowsOrCards
      items={items}
      keyOf={(item) => (isClosed(item) ? 'closed' : item.userId)}
      isSelected={(item) => !isClosed(item) && selection?.has(item.userId) === true}
      columns={columns}
      headers={
        selection && {
          [SELECT_ALL]: (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a component
            <label data-select>
              <SelectAllBox debtors={debtors} selection={selection} />
            </label>
          ),
        }
      }
      card={card}
      attributesOf={attributesOf}
      rowsFrom="xl"
      isAlwaysRows={useIsPrinting()}
      look={DEBTOR_LOOK}
      onClick={follow}
    />
  );
};
