import { type SystemStyleObject, VisuallyHidden } from '@chakra-ui/react';
import { Banknote, ScrollText } from 'lucide-react';
import { Fragment } from 'react';
import type { Debtor, DebtorOrder, DebtorSums } from '#shared/contract/debtors/ledger-statements.ts';
import { formatDateShort } from '#shared/dates.ts';
import {
  AGEING_COLUMNS,
  AGEING_LABELS,
  AGEING_PAPER_LABELS,
  CLOSED_ACCOUNTS,
} from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { PersonAndNumber } from '../../components/facts/person-and-number.tsx';
import { CheckBox } from '../../components/form/check-box.tsx';
import { LONG_LIST_LOOK } from '../../components/list/long-list-look.ts';
import { actionColumn, type Column } from '../../components/list/rows-or-cards.tsx';
import { DEBTOR_SORTING } from './debtor-order.ts';

/** Besides the look of all lists. Ten columns have room for no mark of a column that does not sort the list. */
export const DEBTOR_LOOK: SystemStyleObject = {
  ...LONG_LIST_LOOK,
  '& thead tr': { _print: { position: 'static' } },
  '& th, & td': { px: { base: '2', _print: '1' } },
  '& th': { py: '1.5', fontSize: 'xs', verticalAlign: 'bottom' },
  '& th a': { gap: '0.5', _hover: { textDecoration: 'underline' } },
  '& th svg': { boxSize: '3' },
  '& [data-idle]': { display: 'none' },
  '& td': { py: '1.5', whiteSpace: 'nowrap', _print: { fontSize: 'xs' } },
  '& th[data-end]:not([data-screen])': { minWidth: '4.75rem' },
  '& td[data-main]': { _print: { maxWidth: 'none', whiteSpace: 'normal' } },
  '& [data-main] [data-line]': { _print: { whiteSpace: 'normal' } },
  '& [data-none]': { color: 'fg.subtle' },
  '& [data-older]': { color: 'fg.error', fontWeight: 'semibold' },
  '& [data-select]': {
    display: 'inline-grid',
    placeItems: 'center',
    boxSize: '9',
    '@media (pointer: coarse)': { boxSize: '11' },
    marginInlineStart: '-1',
    cursor: 'pointer',
  },
  '& [data-acts]': { display: 'inline-flex' },
  '& li [data-acts]': { gap: '4' },
  '& li [data-select]': { marginInlineEnd: '-3' },
  '& [data-act]': {
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    boxSize: '8',
    '@media (pointer: coarse)': { boxSize: '11' },
    borderRadius: 'l2',
    color: 'fg.muted',
  },
  '& [data-act]:hover': { bg: 'bg.muted', color: 'fg' },
  // Ten columns have room for the icons alone.
  '& [data-act]:is(:hover, :focus-visible)::after': {
    content: 'attr(data-words)',
    position: 'absolute',
    bottom: 'calc(100% - 0.25rem)',
    insetInlineEnd: '0',
    zIndex: '2',
    px: '2',
    py: '0.5',
    borderRadius: 'l1',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    textStyle: 'xs',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  '& [data-paper]': { display: 'none', _print: { display: 'block', color: 'fg' } },
  '& > ul > li': { display: 'block', p: '0', pt: '2.5', px: '3', textStyle: 'sm' },
  '& > ul > li[data-closed]': { pb: '2.5' },
  '& [data-pair]': { alignItems: 'center' },
  '& [data-pair] > :not(:last-child)': { minWidth: '0', overflowWrap: 'anywhere' },
  '& [data-pair] > :last-child': { flexShrink: '0', whiteSpace: 'nowrap' },
  '& [data-record]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '11',
    color: 'brand.fg',
    fontWeight: 'semibold',
  },
};

/** What closed accounts are, beside their amount. */
export const DELETED_SINCE = 'Deleted since then';

/** The accounts that were deleted since the day of the list, which have no acts and cannot be selected. */
export interface ClosedAccounts {
  closedAccounts: NonNullable<DebtorSums['closedAccounts']>;
}

export type DebtorItem = Debtor | ClosedAccounts;

export const isClosed = (item: DebtorItem): item is ClosedAccounts => 'closedAccounts' in item;

export interface DebtorParts {
  /** The day of the list. */
  asAt: string;
  order: DebtorOrder;
  /** Selects a debtor, or no longer; undefined if none can be selected. */
  onSelect: ((debtor: Debtor) => void) | undefined;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

const wordLastPayment = ({ lastPaymentDate }: Debtor) =>
  lastPaymentDate === null ? 'no payment' : `paid ${formatDateShort(lastPaymentDate)}`;

const wordOldest = ({ oldestDueDate }: Debtor, asAt: string) =>
  `${oldestDueDate < asAt ? 'due since' : 'due'} ${formatDateShort(oldestDueDate)}`;

/** The client's payments over the list, where one records a payment. */
const addressesOf = ({ userId }: Debtor, addressOf: DebtorParts['addressOf']) => ({
  record: `${addressOf('client', userId)}&tab=payments`,
  payment: `${addressOf('client', userId)}&tab=payments&open=payment.new`,
  statement: `/admin?section=statement&of=${userId}`,
});

interface SelectProps extends Pick<DebtorParts, 'onSelect'> {
  debtor: Debtor;
  isSelected: boolean;
}

const Select = ({ debtor, isSelected, onSelect }: SelectProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a component
  <label data-select>
    <CheckBox
      type="checkbox"
      aria-label={`Select ${nameOfClient(debtor)}`}
      checked={isSelected}
      onChange={() => onSelect?.(debtor)}
    />
  </label>
);

/** Company first, because the bank statement names it; the person stands below it. */
const Name = ({ debtor, href }: { debtor: Debtor; href: string }) => (
  <a data-name href={href}>
    <bdi>{nameOfClient(debtor)}</bdi>
  </a>
);

const Acts = ({ debtor, addressOf }: Pick<DebtorParts, 'addressOf'> & { debtor: Debtor }) => {
  const { payment, statement } = addressesOf(debtor, addressOf);
  const name = nameOfClient(debtor);

  return (
    <span data-acts>
      <a data-act href={payment} aria-label={`Record payment from ${name}`} data-words="Record payment">
        <Banknote size={16} aria-hidden />
      </a>
      <a data-act href={statement} aria-label={`Statement of ${name}`} data-words="Statement">
        <ScrollText size={16} aria-hidden />
      </a>
    </span>
  );
};

export const SELECT_ALL = 'Select all of this page';

/** The columns; the first is that of the boxes, if debtors can be selected. */
export const debtorColumns = ({
  asAt,
  order,
  onSelect,
  addressOf,
}: DebtorParts): readonly Column<DebtorItem>[] => {
  const by = DEBTOR_SORTING.by(order);
  const select: Column<DebtorItem> = {
    name: SELECT_ALL,
    isOnScreenOnly: true,
    cell: (item, isSelected) =>
      !isClosed(item) && <Select debtor={item} isSelected={isSelected} onSelect={onSelect} />,
  };

  return [
    ...(onSelect ? [select] : []),
    {
      name: 'Client',
      ...by(['company', 'Company'], ['name', 'Name']),
      isMain: true,
      cell: (item) => (
        <>
          <span data-line>
            {isClosed(item) ? (
              CLOSED_ACCOUNTS
            ) : (
              <Name debtor={item} href={addressesOf(item, addressOf).record} />
            )}
          </span>
          <small data-line>{isClosed(item) ? DELETED_SINCE : <PersonAndNumber client={item} />}</small>
        </>
      ),
    },
    {
      name: 'Days',
      ...by(['oldest', 'Oldest'], ['lastPayment', 'Last payment']),
      cell: (item) =>
        !isClosed(item) && (
          <>
            <span data-line>
              {item.oldestDueDate < asAt ? 'since' : 'due'} {formatDateShort(item.oldestDueDate)}
            </span>
            <small data-line>{wordLastPayment(item)}</small>
          </>
        ),
    },
    ...AGEING_COLUMNS.map(
      (column): Column<DebtorItem> => ({
        name: column,
        align: 'end',
        ...by([
          column,
          <Fragment key={column}>
            <span data-screen>{AGEING_LABELS[column]}</span>
            <span data-paper>{AGEING_PAPER_LABELS[column]}</span>
          </Fragment>,
        ]),
        cell: (item) => {
          const amount = (isClosed(item) ? item.closedAccounts : item.ageing)[column];

          return amount === 0 ? (
            <span data-none>–</span>
          ) : (
            <span data-older={column === 'older' ? '' : undefined}>{formatAmount(amount)}</span>
          );
        },
      }),
    ),
    {
      name: 'Owed',
      align: 'end',
      ...by(['due', 'Owed']),
      cell: (item) => <strong>{formatAmount(isClosed(item) ? item.closedAccounts.total : item.due)}</strong>,
    },
    actionColumn(
      (item) => !isClosed(item) && <Acts debtor={item} addressOf={addressOf} />,
      <VisuallyHidden>Actions</VisuallyHidden>,
    ),
  ];
};

/** What stands in for a row where rows have no room. */
export const debtorCard =
  ({ asAt, onSelect, addressOf }: DebtorParts) =>
  (item: DebtorItem, isSelected: boolean) => {
    if (isClosed(item)) {
      return (
        <>
          <div data-pair>
            <span>{CLOSED_ACCOUNTS}</span>
            <strong>{formatAmount(item.closedAccounts.total)}</strong>
          </div>
          <small>{DELETED_SINCE}</small>
        </>
      );
    }
    const { record, payment, statement } = addressesOf(item, addressOf);
    const name = nameOfClient(item);

    return (
      <>
        <div data-pair>
          <Name debtor={item} href={record} />
          <strong>{formatAmount(item.due)}</strong>
        </div>
        <div data-pair>
          <small>
            <PersonAndNumber client={item} />
          </small>
          <small data-older={item.ageing.older > 0 ? '' : undefined}>{wordOldest(item, asAt)}</small>
        </div>
        <div data-pair>
          <span data-acts>
            <a data-record href={payment} aria-label={`Record payment from ${name}`}>
              <Banknote size={16} aria-hidden /> Record payment
            </a>
            <a data-record href={statement} aria-label={`Statement of ${name}`}>
              Statement
            </a>
          </span>
          {onSelect && <Select debtor={item} isSelected={isSelected} onSelect={onSelect} />}
        </div>
      </>
    );
  };
