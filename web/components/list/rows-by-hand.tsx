import { chakra, Stack, Table, useBreakpointValue } from '@chakra-ui/react';
import type { MouseEventHandler, ReactNode } from 'react';
import { useIsPrinting } from '../../lib/printing.ts';

/** The rounded frame. It clips but does not scroll, so that a sticky header sticks to the page. */
const Frame = chakra('div', { base: { borderWidth: '1px', borderRadius: 'l3', overflow: 'clip' } });

interface RowsOrCardsProps<Item> {
  items: readonly Item[];
  /** The smallest width at which rows have room. */
  rowsFrom?: 'md' | 'xl';
  /** True if paper, which is narrower than a screen, has room for rows. */
  hasRowsOnPaper?: boolean;
  /** False if the rows have no last column for their actions. */
  hasActions?: boolean;
  /** A Table.ColumnHeader for each column but that of the actions. */
  headers: ReactNode;
  /** A Table.Row with its key. */
  renderRow: (item: Item) => ReactNode;
  /** An item of a list with its key. */
  renderCard: (item: Item) => ReactNode;
  /** Called for each click inside, such as one on a link. */
  onClick?: MouseEventHandler;
}

/** Rows with a header that stays visible, or cards where rows have no room, such as on a phone. */
export const RowsOrCards = <Item,>({
  items,
  rowsFrom = 'md',
  hasRowsOnPaper = false,
  hasActions = true,
  headers,
  renderRow,
  renderCard,
  onClick,
}: RowsOrCardsProps<Item>) => {
  const hasRoomForRows = useBreakpointValue({ base: false, [rowsFrom]: true }, { ssr: false });

  const isPrinting = useIsPrinting();

  if (!hasRoomForRows && !(hasRowsOnPaper && isPrinting)) {
    return (
      <Stack as="ul" listStyleType="none" gap="2" onClick={onClick}>
        {items.map(renderCard)}
      </Stack>
    );
  }

  return (
    <Frame onClick={onClick}>
      <Table.Root size="sm" stickyHeader bg="bg.panel">
        <Table.Header>
          <Table.Row bg="bg.subtle">
            {headers}
            {hasActions && (
              <Table.ColumnHeader textAlign="end" _print={{ display: 'none' }}>
                Actions
              </Table.ColumnHeader>
            )}
          </Table.Row>
        </Table.Header>
        <Table.Body>{items.map(renderRow)}</Table.Body>
      </Table.Root>
    </Frame>
  );
};
