import { chakra } from '@chakra-ui/react';
import { Banknote, ScrollText } from 'lucide-react';
import { memo } from 'react';
import type { Ageing, Debtor } from '#shared/contract/ledger-statements.ts';
import { formatDateShort } from '#shared/dates.ts';
import { AGEING_COLUMNS, CLOSED_ACCOUNTS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { nameDebtor } from './debtor-order.ts';

/**
 * The look of all rows and cards, in one rule: a component in each of a thousand cells would make the list slow. Their
 * elements are plain.
 */
export const DebtorStyles = chakra('div', {
  base: {
    '& table': {
      width: '100%',
      borderCollapse: 'separate',
      borderSpacing: '0',
      fontVariantNumeric: 'tabular-nums',
      textStyle: 'sm',
    },
    '& thead tr': {
      position: 'sticky',
      top: 'var(--table-sticky-offset, 0)',
      zIndex: '1',
      bg: 'bg.subtle',
      _print: { position: 'static' },
    },
    '& th, & td': { px: { base: '2', _print: '1' }, textAlign: 'start' },
    '& th': { fontWeight: 'semibold', color: 'fg.muted', py: '1.5', fontSize: 'xs', verticalAlign: 'bottom' },
    '& td': { py: '1.5', borderTopWidth: '1px', whiteSpace: 'nowrap', _print: { fontSize: 'xs' } },
    '& th[data-end], & td[data-end]': { textAlign: 'end' },
    '& th[data-end]:not([data-screen])': { minWidth: '4.75rem' },
    '& [data-client]': { width: '100%', maxWidth: '0', _print: { maxWidth: 'none', whiteSpace: 'normal' } },
    '& [data-opens]': { cursor: 'pointer' },
    '& tr[data-opens]:hover': { bg: 'bg.subtle' },
    '& tr[data-selected], & li[data-selected]': { bg: 'brand.subtle' },
    '& [data-line]': { display: 'block', truncate: true },
    '& [data-client] [data-line]': { _print: { whiteSpace: 'normal' } },
    '& [data-name]': { fontWeight: 'semibold' },
    '& [data-name]:hover': { textDecoration: 'underline' },
    '& small': { fontSize: 'xs', lineHeight: '1rem', color: 'fg.muted' },
    '& [data-none]': { color: 'fg.subtle' },
    '& [data-older]': { color: 'fg.error', fontWeight: 'semibold' },
    '& strong': { fontWeight: 'semibold' },
    '& [data-select]': {
      display: 'inline-grid',
      placeItems: 'center',
      boxSize: '9',
      '@media (pointer: coarse)': { boxSize: '11' },
      marginInlineStart: '-1',
      cursor: 'pointer',
    },
    '& [data-select-all]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: '3',
      minHeight: '11',
      // In line with the boxes of the cards.
      pe: '3',
      textStyle: 'sm',
      color: 'fg.muted',
      cursor: 'pointer',
    },
    '& [data-acts]': { display: 'inline-flex' },
    '& li [data-acts]': { gap: '4' },
    '& li [data-select]': { marginInlineEnd: '-3' },
    '& [data-act]': {
      display: 'inline-grid',
      placeItems: 'center',
      boxSize: '8',
      '@media (pointer: coarse)': { boxSize: '11' },
      borderRadius: 'l2',
      color: 'fg.muted',
    },
    '& [data-act]:hover': { bg: 'bg.muted', color: 'fg' },
    '& [data-screen]': { _print: { display: 'none' } },
    '& [data-paper]': { display: 'none', _print: { display: 'block', color: 'fg' } },
    '& a:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-1px' },
    '& ul': { display: 'flex', flexDirection: 'column', gap: '2', listStyle: 'none' },
    '& li': {
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      textStyle: 'sm',
      pt: '2.5',
      px: '3',
    },
    '& li[data-closed]': { pb: '2.5' },
    '& [data-pair]': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3' },
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
  },
});

/** What closed accounts are, beside their amount. */
export const DELETED_SINCE = 'Deleted since then';

export interface DebtorItemProps {
  debtor: Debtor;
  /** The day of the list. */
  asAt: string;
  isSelected: boolean;
  /** Undefined if none can be selected. */
  onSelect: ((debtor: Debtor) => void) | undefined;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

const wordLastPayment = ({ lastPaymentDate }: Debtor) =>
  lastPaymentDate === null ? 'never paid' : `paid ${formatDateShort(lastPaymentDate)}`;

const wordOldest = ({ oldestDueDate }: Debtor, asAt: string) =>
  `${oldestDueDate < asAt ? 'due since' : 'due'} ${formatDateShort(oldestDueDate)}`;

/** The client's payments over the list, where one records a payment. */
const addressesOf = ({ debtor: { userId }, addressOf }: DebtorItemProps) => ({
  record: `${addressOf('client', userId)}&tab=payments`,
  payment: `${addressOf('client', userId)}&tab=payments&new=payment`,
  statement: `/admin?section=statement&of=${userId}`,
});

const Select = ({ debtor, isSelected, onSelect }: DebtorItemProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a component
  <label data-select>
    <CheckBox
      type="checkbox"
      aria-label={`Select ${nameDebtor(debtor)}`}
      checked={isSelected}
      onChange={() => onSelect?.(debtor)}
    />
  </label>
);

/** Company first, because the bank statement names it; the person stands below it. */
const Name = ({ debtor, href }: { debtor: Debtor; href: string }) => (
  <a data-name href={href}>
    <bdi>{nameDebtor(debtor)}</bdi>
  </a>
);

const wordPerson = ({ company, name, OWNumber }: Debtor) => (
  <>
    {company && (
      <>
        <bdi>{name}</bdi>
        {' · '}
      </>
    )}
    {OWNumber}
  </>
);

const AgeCells = ({ ageing }: { ageing: Ageing }) =>
  AGEING_COLUMNS.map((column) => (
    <td key={column} data-end>
      {ageing[column] === 0 ? (
        <span data-none>–</span>
      ) : (
        <span data-older={column === 'older' ? '' : undefined}>{formatAmount(ageing[column])}</span>
      )}
    </td>
  ));

interface ClosedProps {
  amounts: Ageing & { total: number };
}

/** The row of the accounts that were deleted since the day of the list, which has no acts and cannot be selected. */
export const ClosedRow = ({ amounts }: ClosedProps) => (
  <tr>
    <td data-client>
      <span data-line>{CLOSED_ACCOUNTS}</span>
      <small data-line>{DELETED_SINCE}</small>
    </td>
    <td />
    <AgeCells ageing={amounts} />
    <td data-end>
      <strong>{formatAmount(amounts.total)}</strong>
    </td>
    <td data-screen />
  </tr>
);

export const ClosedCard = ({ amounts }: ClosedProps) => (
  <li data-closed>
    <div data-pair>
      <span>{CLOSED_ACCOUNTS}</span>
      <strong>{formatAmount(amounts.total)}</strong>
    </div>
    <small>{DELETED_SINCE}</small>
  </li>
);

export const DebtorRow = memo((props: DebtorItemProps) => {
  const { debtor, asAt, isSelected } = props;
  const { record, payment, statement } = addressesOf(props);
  const name = nameDebtor(debtor);

  return (
    <tr data-opens data-selected={isSelected ? '' : undefined}>
      {props.onSelect && (
        <td data-screen>
          <Select {...props} />
        </td>
      )}
      <td data-client>
        <span data-line>
          <Name debtor={debtor} href={record} />
        </span>
        <small data-line>{wordPerson(debtor)}</small>
      </td>
      <td>
        <span data-line>
          {debtor.oldestDueDate < asAt ? 'since' : 'due'} {formatDateShort(debtor.oldestDueDate)}
        </span>
        <small data-line>{wordLastPayment(debtor)}</small>
      </td>
      <AgeCells ageing={debtor.ageing} />
      <td data-end>
        <strong>{formatAmount(debtor.due)}</strong>
      </td>
      <td data-end data-screen>
        <span data-acts>
          <a data-act href={payment} aria-label={`Record payment from ${name}`} title="Record payment">
            <Banknote size={16} aria-hidden />
          </a>
          <a data-act href={statement} aria-label={`Statement of ${name}`} title="Statement">
            <ScrollText size={16} aria-hidden />
          </a>
        </span>
      </td>
    </tr>
  );
});

export const DebtorCard = memo((props: DebtorItemProps) => {
  const { debtor, asAt, isSelected } = props;
  const { record, payment, statement } = addressesOf(props);
  const name = nameDebtor(debtor);

  return (
    <li data-opens data-selected={isSelected ? '' : undefined}>
      <div data-pair>
        <Name debtor={debtor} href={record} />
        <strong>{formatAmount(debtor.due)}</strong>
      </div>
      <div data-pair>
        <small>{wordPerson(debtor)}</small>
        <small data-older={debtor.ageing.older > 0 ? '' : undefined}>{wordOldest(debtor, asAt)}</small>
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
        {props.onSelect && <Select {...props} />}
      </div>
    </li>
  );
});
