import { chakra, type SystemStyleObject, useBreakpointValue } from '@chakra-ui/react';
import { type HTMLAttributes, type Key, type MouseEventHandler, memo, type ReactNode } from 'react';
import type { SortedHeader } from './sorting.tsx';

/**
 * The look of all rows and cards, in one rule: a component in each of a thousand cells would make a list slow. Their
 * elements are plain and say by an attribute what they are.
 */
export const ListStyles = chakra('div', {
  base: {
    // It clips but does not scroll, so that a sticky header sticks to the page.
    '& > [data-frame]': { borderWidth: '1px', borderRadius: 'l3', overflow: 'clip', bg: 'bg.panel' },
    '& table': {
      width: '100%',
      borderCollapse: 'separate',
      borderSpacing: '0',
      fontVariantNumeric: 'lining-nums tabular-nums',
      textStyle: 'sm',
    },
    '& thead tr': { position: 'sticky', top: 'var(--table-sticky-offset, 0)', zIndex: '1', bg: 'bg.subtle' },
    '& th, & td': { px: '2', py: '2', textAlign: 'start' },
    '& th': { fontWeight: 'semibold', color: 'fg.muted' },
    '& th:first-of-type, & td:first-of-type': { ps: '4' },
    '& th:last-of-type, & td:last-of-type': { pe: '4' },
    '& th[data-end], & td[data-end]': { textAlign: 'end' },
    '& td': { borderTopWidth: '1px' },
    '& td[data-number]': { whiteSpace: 'nowrap' },
    '& td[data-main]': { width: '100%', maxWidth: '0' },
    '& table[data-top] td': { verticalAlign: 'top' },
    '& [data-opens]': { cursor: 'pointer' },
    '& tr[data-opens]:hover': { bg: 'bg.subtle' },
    '& [data-selected]': { bg: 'brand.subtle' },
    '& [data-screen]': { _print: { display: 'none' } },
    '& > ul': { display: 'flex', flexDirection: 'column', gap: '2', listStyle: 'none' },
    '& > ul > li': {
      display: 'flex',
      flexDirection: 'column',
      gap: '2',
      minWidth: '0',
      p: '4',
      overflowWrap: 'break-word',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      shadow: 'xs',
    },
    '& [data-pair]': { display: 'flex', justifyContent: 'space-between', gap: '3' },
    '& strong': { fontWeight: 'semibold' },
  },
});

export interface Column<Item> extends Partial<SortedHeader> {
  name: string;
  /** What its header shows in place of the name; for one that sorts the list see makeSorting. */
  header?: ReactNode;
  cell: (item: Item, isSelected: boolean) => ReactNode;
  align?: 'end';
  /** True for figures and days, which do not break. */
  isNumber?: boolean;
  /** True for the column that takes the room that is left, and shortens its text. */
  isMain?: boolean;
  /** True if paper leaves it out. */
  isOnScreenOnly?: boolean;
}

/** The last column of a list whose rows have actions. */
export const actionColumn = <Item,>(cell: Column<Item>['cell'], header?: ReactNode): Column<Item> => ({
  name: 'Actions',
  header,
  cell,
  align: 'end',
  isOnScreenOnly: true,
});

const markOf = (isMarked: boolean | undefined) => (isMarked ? '' : undefined);

const marksOf = <Item,>({ align, isNumber, isMain, isOnScreenOnly }: Column<Item>) => ({
  'data-end': markOf(align === 'end'),
  'data-number': markOf(isNumber),
  'data-main': markOf(isMain),
  'data-screen': markOf(isOnScreenOnly),
});

/** The attributes of a row or card that opens its first link wherever it is pressed. */
export const OPENS = () => ({ 'data-opens': '' });

interface ListTableProps<Item> {
  columns: readonly Column<Item>[];
  /** What the header of a column shows in place of its name, where that changes more often than the rows. */
  headers?: Readonly<Record<string, ReactNode>> | undefined;
  isTopAligned?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** The frame and the header of a list around its rows. */
export const ListTable = <Item,>({ columns, headers, isTopAligned, children }: ListTableProps<Item>) => (
  <div data-frame>
    <table data-top={markOf(isTopAligned)}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" {...marksOf(column)} aria-sort={column.ariaSort}>
              {headers?.[column.name] ?? column.header ?? column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

type Attributes = HTMLAttributes<HTMLElement> & Partial<Record<`data-${string}`, string | number>>;

/** What its rows and cards need: with the same values a row is not rendered again. */
interface ItemParts<Item> {
  columns: readonly Column<Item>[];
  /** What stands in a card, where rows have no room. */
  card: (item: Item, isSelected: boolean) => ReactNode;
  /** Attributes of an item's row or card, such as OPENS. */
  attributesOf?: ((item: Item, isSelected: boolean) => Attributes) | undefined;
  /** What stands below an item's row, over all columns. */
  below?: ((item: Item, isSelected: boolean) => ReactNode) | undefined;
}

interface RowProps<Item> extends Omit<ItemParts<Item>, 'card'> {
  item: Item;
  isSelected: boolean;
}

const PlainRow = <Item,>({ item, isSelected, columns, attributesOf, below }: RowProps<Item>) => {
  const detail = below?.(item, isSelected);

  return (
    <>
      <tr data-selected={markOf(isSelected)} {...attributesOf?.(item, isSelected)}>
        {columns.map((column) => (
          <td key={column.name} {...marksOf(column)}>
            {column.cell(item, isSelected)}
          </td>
        ))}
      </tr>
      {detail && (
        <tr data-detail>
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )}
    </>
  );
};
const Row = memo(PlainRow) as typeof PlainRow;

type CardProps<Item> = Pick<RowProps<Item>, 'item' | 'isSelected'> &
  Pick<ItemParts<Item>, 'card' | 'attributesOf'>;

const PlainCard = <Item,>({ item, isSelected, card, attributesOf }: CardProps<Item>) => (
  <li data-selected={markOf(isSelected)} {...attributesOf?.(item, isSelected)}>
    {card(item, isSelected)}
  </li>
);
const ListCard = memo(PlainCard) as typeof PlainCard;

interface RowsOrCardsProps<Item> extends ItemParts<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  isSelected?: (item: Item) => boolean;
  /** The smallest width at which rows have room. */
  rowsFrom?: 'md' | 'xl';
  /** True for rows at each width, such as on paper, which is narrower than a screen and has room for them. */
  isAlwaysRows?: boolean;
  headers?: ListTableProps<Item>['headers'];
  isTopAligned?: boolean;
  /** What the styles of all lists do not say about this one. */
  look?: SystemStyleObject | undefined;
  /** Called for each click inside, such as one on a link. */
  onClick?: MouseEventHandler;
}

/** Rows with a header that stays visible, or cards where rows have no room, such as on a phone. */
export const RowsOrCards = <Item,>({
  items,
  keyOf,
  isSelected = () => false,
  rowsFrom = 'md',
  isAlwaysRows = false,
  headers,
  isTopAligned = false,
  look,
  onClick,
  columns,
  card,
  attributesOf,
  below,
}: RowsOrCardsProps<Item>) => {
  const hasRoomForRows = useBreakpointValue({ base: false, [rowsFrom]: true }, { ssr: false });
  const propsOf = (item: Item) => ({ item, isSelected: isSelected(item), attributesOf });

  return (
    <ListStyles {...(look && { css: look })} {...(onClick && { onClick })}>
      {hasRoomForRows || isAlwaysRows ? (
        <ListTable columns={columns} headers={headers} isTopAligned={isTopAligned}>
          {items.map((item) => (
            <Row key={keyOf(item)} {...propsOf(item)} columns={columns} below={below} />
          ))}
        </ListTable>
      ) : (
        <ul>
          {items.map((item) => (
            <ListCard key={keyOf(item)} {...propsOf(item)} card={card} />
          ))}
        </ul>
      )}
    </ListStyles>
  );
};
