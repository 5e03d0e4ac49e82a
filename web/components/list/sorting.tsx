import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export type Direction = 'asc' | 'desc';

/** Without a column it is the list's own order, and without a direction the column's usual one. */
export interface Order<Sort extends string> {
  sort?: Sort | undefined;
  direction?: Direction | undefined;
}

const ICONS = { asc: ArrowUp, desc: ArrowDown };
const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const;

export interface SortedHeader {
  header: ReactNode;
  ariaSort: (typeof ARIA_SORTS)[Direction] | undefined;
}

const HeaderLine = chakra('div', {
  base: {
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      minHeight: '6',
      borderRadius: 'l1',
      _hover: { color: 'fg' },
      _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing' },
    },
    '& svg': { flexShrink: '0' },
  },
});

interface SortLinkProps {
  /** Undefined if the list is sorted by something else. */
  direction: Direction | undefined;
  /** The order of the list. */
  words: string;
  /** True if they are seen, and not only heard. */
  areWordsShown: boolean;
  link: LinkProps;
  nextWords: string;
  children: ReactNode;
}

const SortLink = ({ direction, words, areWordsShown, link, nextWords, children }: SortLinkProps) => {
  const Icon = direction ? ICONS[direction] : ChevronsUpDown;

  return (
    <HeaderLine>
      <Link {...link} replace resetScroll={false} title={`Sort: ${nextWords}`}>
        {children}
        {direction && (areWordsShown ? `, ${words}` : <VisuallyHidden>, {words}</VisuallyHidden>)}
        <Icon size={14} aria-hidden data-idle={direction ? undefined : ''} />
      </Link>
    </HeaderLine>
  );
};

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
    /** Makes the header of a column: a line for each of the orders to which it leads. */
    by:
      (shown: Order<Sort>) =>
      (...lines: readonly (readonly [sort: Sort, label: ReactNode])[]): SortedHeader => {
        const [direction] = lines.flatMap(([sort]) => directionOf(sort, shown) ?? []);

        return {
          header: lines.map(([sort, label]) => {
            const next = nextOrder(sort, shown);

            return (
              <SortLink
                key={sort}
                direction={directionOf(sort, shown)}
                words={wordOrder(shown)}
                areWordsShown={sort === told}
                link={linkTo(next)}
                nextWords={wordOrder(next)}
              >
                {label}
              </SortLink>
            );
          }),
          ariaSort: direction && ARIA_SORTS[direction],
        };
      },
  };
};
