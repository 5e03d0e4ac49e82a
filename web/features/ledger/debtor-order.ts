import type { LinkProps } from '@tanstack/react-router';
import type { Debtor, DebtorFilters, DebtorOrder } from '#shared/contract/ledger-statements.ts';
import { ASCENDING_DEBTOR_SORTS, type DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { formatAmount } from '#shared/money.ts';

/** What changes in the address. */
export type DebtorChange = DebtorOrder & Omit<DebtorFilters, 'overdue'> & { overdue?: true | undefined };
export type DebtorSort = (typeof DEBTOR_SORTS)[number];
type Direction = 'asc' | 'desc';

const AMOUNTS = { desc: 'largest first', asc: 'smallest first' };

/** What the order of each column is called. */
const WORDS: Record<DebtorSort, Record<Direction, string>> = {
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
};

const usualOf = (sort: DebtorSort): Direction => (ASCENDING_DEBTOR_SORTS.includes(sort) ? 'asc' : 'desc');

/** The direction in which a column is sorted now; undefined if the list is sorted by another one. */
export const directionOf = (sort: DebtorSort, shown: DebtorOrder): Direction | undefined =>
  shown.sort === sort ? (shown.direction ?? usualOf(sort)) : undefined;

/** The orders that a phone offers, which has no headers; without one the most overdue come first. */
export const PHONE_SORTS = ['due', 'oldest', 'lastPayment', 'company', 'name'] as const;

export const wordOrder = ({ sort, direction }: DebtorOrder): string =>
  sort ? WORDS[sort][direction ?? usualOf(sort)] : 'most overdue first';

/** The order after a press on the header of a column: its usual one, then the reverse, then again the list's own. */
export const nextOrder = (sort: DebtorSort, shown: DebtorOrder): DebtorOrder => {
  const usual = usualOf(sort);
  const reverse = usual === 'asc' ? 'desc' : 'asc';
  const current = directionOf(sort, shown);
  if (current === reverse) {
    return { sort: undefined, direction: undefined };
  }

  return { sort, direction: current === usual ? reverse : undefined };
};

export const linkToOrder = (order: DebtorOrder): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, ...order, page: undefined }),
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

/** A debtor's company, or without one their own name. */
export const nameDebtor = ({ company, name }: Pick<Debtor, 'company' | 'name'>): string => company ?? name;
