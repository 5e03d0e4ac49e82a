import type { DebtorFilters, DebtorOrder } from '#shared/contract/debtors/ledger-statements.ts';
import { ASCENDING_DEBTOR_SORTS, type DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { formatAmount } from '#shared/money.ts';
import { type Direction, makeSorting } from '../../components/list/sorting.tsx';

/** What changes in the address. */
export type DebtorChange = DebtorOrder & Omit<DebtorFilters, 'overdue'> & { overdue?: true | undefined };
type DebtorSort = (typeof DEBTOR_SORTS)[number];

const usualOf = (sort: DebtorSort): Direction => (ASCENDING_DEBTOR_SORTS.includes(sort) ? 'asc' : 'desc');

const AMOUNTS = { desc: 'largest first', asc: 'smallest first' };

export const DEBTOR_SORTING = makeSorting<DebtorSort>({
  words: {
    company: { asc: 'by company, A to Z', desc: 'by company, Z to A' },
    name: { asc: 'by name, A to Z', desc: 'by name, Z to A' },
    oldest: { asc: 'oldest debt first', desc: 'newest debt first' },
    lastPayment: { asc: 'longest without a payment first', desc: 'newest payment first' },
    due: { desc: 'most owed first', asc: 'least owed first' },
    notDue: { desc: `not yet due, ${AMOUNTS.desc}`, asc: `not yet due, ${AMOUNTS.asc}` },
    days30: { desc: `1–30 days, ${AMOUNTS.desc}`, asc: `1–30 days, ${AMOUNTS.asc}` },
    days60: { desc: `31–60 days, ${AMOUNTS.desc}`, asc: `31–60 days, ${AMOUNTS.asc}` },
    days90: { desc: `61–90 days, ${AMOUNTS.desc}`, asc: `61–90 days, ${AMOUNTS.asc}` },
    older: { desc: `over 90 days, ${AMOUNTS.desc}`, asc: `over 90 days, ${AMOUNTS.asc}` },
  },
  usualOf,
  own: 'most overdue first',
  toAddress: ({ sort, direction }) => ({
    sort,
    direction: sort && direction === usualOf(sort) ? undefined : direction,
  }),
  onPhone: [
    {},
    { sort: 'due' },
    { sort: 'oldest' },
    { sort: 'lastPayment' },
    { sort: 'company' },
    { sort: 'name' },
  ],
});

/** The part of the address without a filter. */
export const NO_FILTERS = { search: undefined, min: undefined, overdue: undefined } satisfies DebtorFilters;

export const countFilters = ({ search, min, overdue }: DebtorFilters): number =>
  [search, min, overdue].filter(Boolean).length;

/** ', only overdue, at least R 500,00, with “zulu”' */
export const wordFilters = ({ search, min, overdue }: DebtorFilters): string =>
  [
    overdue && 'only overdue',
    min !== undefined && `at least ${formatAmount(min)} owed`,
    search && `with “${search}”`,
  ]
    .filter(Boolean)
    .map((words) => `, ${words}`)
    .join('');
