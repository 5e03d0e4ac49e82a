import { chakra, useBreakpointValue, VisuallyHidden } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Debtor, DebtorOrder, DebtorSums } from '#shared/contract/ledger-statements.ts';
import { AGEING_COLUMNS, AGEING_LABELS, AGEING_PAPER_LABELS } from '#shared/ledger-words.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { DIALOG_PARAMS } from '../../lib/dialog-params.ts';
import { useListLinks } from '../../lib/list-links.ts';
import { useIsPrinting } from '../../lib/printing.ts';
import { type DebtorSort, directionOf, linkToOrder, nextOrder, wordOrder } from './debtor-order.ts';
import { ClosedCard, ClosedRow, DebtorCard, DebtorRow, DebtorStyles } from './debtor-rows.tsx';
import { today } from './today.ts';
import type { Selection } from './use-selection.ts';

/** The rounded frame. It clips but does not scroll, so that a sticky header sticks to the page. */
const Frame = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'l3', overflow: 'clip', bg: 'bg.panel' },
});

const HeaderLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5',
    minHeight: '6',
    borderRadius: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '& svg': { flexShrink: '0' },
  },
});

interface SortProps {
  sort: DebtorSort;
  shown: DebtorOrder;
  children: ReactNode;
}

/** A press sorts the list by the column, then in the other direction, then by what is the most overdue. */
const SortLink = ({ sort, shown, children }: SortProps) => {
  const direction = directionOf(sort, shown);
  const next = nextOrder(sort, shown);

  return (
    <HeaderLink asChild>
      <Link {...linkToOrder(next)} replace resetScroll={false} title={`Sort: ${wordOrder(next)}`}>
        {children}
        {direction && <VisuallyHidden>, {wordOrder(shown)}</VisuallyHidden>}
        {direction === 'asc' && <ArrowUp size={12} aria-hidden />}
        {direction === 'desc' && <ArrowDown size={12} aria-hidden />}
      </Link>
    </HeaderLink>
  );
};

const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const;

const SortHeader = ({ isEnd, ...props }: SortProps & { isEnd?: boolean }) => {
  const direction = directionOf(props.sort, props.shown);

  return (
    <th
      scope="col"
      data-end={isEnd ? '' : undefined}
      aria-sort={direction ? ARIA_SORTS[direction] : undefined}
    >
      <SortLink {...props} />
    </th>
  );
};

interface PairHeaderProps {
  /** What the two lines of the column's cells sort by. */
  sorts: readonly (readonly [DebtorSort, label: string])[];
  shown: DebtorOrder;
  isClient?: boolean;
}

/** The header of a column of two lines, which sorts by either. */
const PairHeader = ({ sorts, shown, isClient }: PairHeaderProps) => {
  const [direction] = sorts.flatMap(([sort]) => directionOf(sort, shown) ?? []);

  return (
    <th
      scope="col"
      data-client={isClient ? '' : undefined}
      aria-sort={direction ? ARIA_SORTS[direction] : undefined}
    >
      {sorts.map(([sort, label]) => (
        <div key={sort}>
          <SortLink sort={sort} shown={shown}>
            {label}
          </SortLink>
        </div>
      ))}
    </th>
  );
};

const CLIENT_SORTS = [
  ['company', 'Company'],
  ['name', 'Name'],
] as const;
const DAY_SORTS = [
  ['oldest', 'Oldest'],
  ['lastPayment', 'Last payment'],
] as const;

const SELECT_ALL = 'Select all of this page';

interface DebtorTableProps {
  debtors: readonly Debtor[];
  /** What accounts that were deleted since owed on the day; undefined for no row. */
  closedAccounts: DebtorSums['closedAccounts'] | undefined;
  /** A past day whose list it is; undefined is today. */
  day: string | undefined;
  order: DebtorOrder;
  /** Undefined if none can be selected. */
  selection: Selection | undefined;
}

/** The debtors of a page as rows, or as cards where rows have no room; on paper always as rows. */
export const DebtorTable = ({ debtors, closedAccounts, day, order, selection }: DebtorTableProps) => {
  const { addressOf, follow } = useListLinks(DIALOG_PARAMS);
  const hasRoomForRows = useBreakpointValue({ base: false, xl: true }, { ssr: false });
  const isPrinting = useIsPrinting();
  const asAt = day ?? today();
  const itemOf = (debtor: Debtor) => ({
    debtor,
    asAt,
    addressOf,
    isSelected: selection?.has(debtor.userId) ?? false,
    onSelect: selection?.toggle,
  });
  const checkAll = selection && (
    <CheckBox
      type="checkbox"
      aria-label={SELECT_ALL}
      checked={debtors.every(({ userId }) => selection.has(userId))}
      onChange={() => selection.toggleAll(debtors)}
    />
  );

  if (!hasRoomForRows && !isPrinting) {
    return (
      <DebtorStyles onClick={follow}>
        {checkAll && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a component
          <label data-select-all>
            {SELECT_ALL}
            {checkAll}
          </label>
        )}
        <ul>
          {debtors.map((debtor) => (
            <DebtorCard key={debtor.userId} {...itemOf(debtor)} />
          ))}
          {closedAccounts && <ClosedCard amounts={closedAccounts} />}
        </ul>
      </DebtorStyles>
    );
  }

  return (
    <DebtorStyles onClick={follow}>
      <Frame>
        <table>
          <thead>
            <tr>
              {checkAll && (
                <th scope="col" data-screen>
                  {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a component */}
                  <label data-select>{checkAll}</label>
                </th>
              )}
              <PairHeader sorts={CLIENT_SORTS} shown={order} isClient />
              <PairHeader sorts={DAY_SORTS} shown={order} />
              {AGEING_COLUMNS.map((column) => (
                <SortHeader key={column} sort={column} shown={order} isEnd>
                  <span data-screen>{AGEING_LABELS[column]}</span>
                  <span data-paper>{AGEING_PAPER_LABELS[column]}</span>
                </SortHeader>
              ))}
              <SortHeader sort="due" shown={order} isEnd>
                Owed
              </SortHeader>
              <th scope="col" data-end data-screen>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {debtors.map((debtor) => (
              <DebtorRow key={debtor.userId} {...itemOf(debtor)} />
            ))}
            {closedAccounts && <ClosedRow amounts={closedAccounts} />}
          </tbody>
        </table>
      </Frame>
    </DebtorStyles>
  );
};
