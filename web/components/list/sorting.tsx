import { HStack, VisuallyHidden } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Choice, FilterSelect } from './filter-select.tsx';

export type Direction = 'asc' | 'desc';

/** Without a column it is the list's own order, and without a direction the column's usual one. */
export interface Order<Sort extends string> {
  sort?: Sort | undefined;
  direction?: Direction | undefined;
}

/** What a press on a header, or on one line of it, does. */
export interface HeaderSort {
  name: string;
  /** By default the name of the column. */
  label?: ReactNode;
  /** Undefined if the list is sorted by something else. */
  direction: Direction | undefined;
  /** The order of the list in words. */
  words: string;
  /** True if they are seen, and not only heard. */
  areWordsShown: boolean;
  next: { words: string; link: LinkProps };
}

interface SortingRules<Sort extends string> {
  /** What the order of each column is called. */
  words: Record<Sort, Record<Direction, string>>;
  usualOf: (sort: Sort) => Direction;
  /** The words for an order without a column, to which the third press leads; without them it leads to the first again. */
  own?: string;
  /** The column whose header shows the words. */
  told?: Sort;
  /** The parameters of the address for an order, which names its direction, or for the list's own. */
  toAddress: (order: Order<Sort>) => object;
  /** The orders that a phone offers, which has no headers. */
  onPhone: readonly Order<Sort>[];
}

export type Sorting<Sort extends string> = ReturnType<typeof makeSorting<Sort>>;

/** Makes of the rules of a list's order what its headers and a phone's select need. */
export const makeSorting = <Sort extends string>(rules: SortingRules<Sort>) => {
  const { words, usualOf, own = '', told, onPhone } = rules;

  const directionOf = (sort: Sort, shown: Order<Sort>): Direction | undefined =>
    shown.sort === sort ? (shown.direction ?? usualOf(sort)) : undefined;

  const wordOrder = ({ sort, direction }: Order<Sort>): string =>
    sort ? words[sort][direction ?? usualOf(sort)] : own;

  /** The usual order of the column, then the reverse, then the list's own. */
  const nextOrder = (sort: Sort, shown: Order<Sort>): Order<Sort> => {
    const usual = usualOf(sort);
    const current = directionOf(sort, shown);
    if (current === usual) {
      return { sort, direction: usual === 'asc' ? 'desc' : 'asc' };
    }

    return current && own ? {} : { sort };
  };

  const toAddress = ({ sort, direction }: Order<Sort>) =>
    rules.toAddress(sort ? { sort, direction: direction ?? usualOf(sort) } : {});

  const linkTo = (order: Order<Sort>): LinkProps => ({
    to: '.',
    search: (shown: object) => ({ ...shown, ...toAddress(order), page: undefined }),
  });

  return {
    toAddress,
    nextOrder,
    wordOrder,
    linkTo,
    onPhone,
    /** What the header of a column does while the list has this order. */
    by:
      (shown: Order<Sort>) =>
      (sort: Sort, label?: ReactNode): HeaderSort => {
        const next = nextOrder(sort, shown);

        return {
          name: sort,
          label,
          direction: directionOf(sort, shown),
          words: wordOrder(shown),
          areWordsShown: sort === told,
          next: { words: wordOrder(next), link: linkTo(next) },
        };
      },
  };
};

const ICONS = { asc: ArrowUp, desc: ArrowDown };
const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const;

const SortLink = ({ sort, name }: { sort: HeaderSort; name: string }) => {
  const { label = name, direction, words, areWordsShown, next } = sort;
  const Icon = direction ? ICONS[direction] : ChevronsUpDown;

  return (
    <Link {...next.link} replace resetScroll={false} title={`Sort: ${next.words}`}>
      {label}
      {direction && (areWordsShown ? `, ${words}` : <VisuallyHidden>, {words}</VisuallyHidden>)}
      <Icon size={14} aria-hidden data-idle={direction ? undefined : ''} />
    </Link>
  );
};

/** The header of a column, or with several sorts of a column of as many lines, which sorts by each. */
export const SortLinks = ({ sorts, name }: { sorts: readonly HeaderSort[]; name: string }) =>
  sorts.map((sort) => (
    <div key={sort.name}>
      <SortLink sort={sort} name={name} />
    </div>
  ));

export const ariaSortOf = (sorts: readonly HeaderSort[]) => {
  const [direction] = sorts.flatMap(({ direction }) => direction ?? []);

  return direction && ARIA_SORTS[direction];
};

const upperFirst = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface PhoneSortProps<Sort extends string> {
  sorting: Sorting<Sort>;
  shown: Order<Sort>;
  isLabelHidden?: boolean;
  flex: string;
  onSort: (order: Order<Sort>) => void;
}

/** The orders of a list in place of its headers, which cards do not have. */
export const PhoneSort = <Sort extends string>({
  sorting: { onPhone, wordOrder },
  shown,
  isLabelHidden = false,
  flex,
  onSort,
}: PhoneSortProps<Sort>) => {
  const choices = onPhone.map((order): Choice<string> => {
    const words = wordOrder(order);

    return [upperFirst(words), words];
  });

  return (
    <HStack hideFrom="md" flex={flex}>
      <FilterSelect
        label="Sort"
        isLabelHidden={isLabelHidden}
        choices={choices}
        value={wordOrder(shown)}
        onChange={(chosen) => onSort(onPhone.find((order) => wordOrder(order) === chosen) ?? {})}
      />
    </HStack>
  );
};
