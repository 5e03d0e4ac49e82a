import { Box, Card } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LoadError } from '../loading/load-error.tsx';

export interface ReadListProps<Item> {
  read: { error: Error | null; refetch: () => unknown; isPlaceholderData?: boolean };
  /** Undefined until they have been read. */
  items: readonly Item[] | undefined;
  /** Says that they could not be read. */
  failed: string;
  /** Takes their place until they have been read. */
  waiting: ReactNode;
  /** An EmptyNote, which stands in a card. */
  empty: ReactNode;
  /** Shows the items, of which there is at least one. */
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * What a list shows while it is read, if it could not be read, and without items. An answer that could not be read again
 * stays below the error, and one for another page or filter is paler until the right one is there.
 */
export const ReadList = <Item,>({ read, items, failed, waiting, empty, children }: ReadListProps<Item>) => {
  const { error, refetch, isPlaceholderData = false } = read;

  return (
    <>
      {error && <LoadError title={failed} error={error} onRetry={refetch} />}
      {!items && !error && waiting}
      {items?.length === 0 && <Card.Root variant="outline">{empty}</Card.Root>}
      {items && items.length > 0 && (
        <Box
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : 1}
          transition="opacity 0.15s 0.2s"
        >
          {children(items)}
        </Box>
      )}
    </>
  );
};
