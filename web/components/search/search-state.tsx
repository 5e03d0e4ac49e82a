import { Alert, Box, HStack, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';

interface SearchStateProps {
  error: Error | null;
  isSearching: boolean;
  isEmpty: boolean;
  /** The number of lines that are found; undefined before a search. */
  count: number | undefined;
}

const wordState = ({ error, isSearching, isEmpty, count }: SearchStateProps) => {
  if (error) {
    return error.message;
  }
  if (isSearching) {
    return 'Searching...';
  }
  if (isEmpty) {
    return 'No results found';
  }

  return count !== undefined && `${count} ${count === 1 ? 'result' : 'results'}`;
};

/** Says how the search stands, to a screen reader also how many lines it has found. */
export const SearchState = (state: SearchStateProps) => {
  const { error, isSearching, isEmpty } = state;

  return (
    <>
      <VisuallyHidden aria-live="polite">{wordState(state)}</VisuallyHidden>
      {error && (
        <Alert.Root status="error" size="sm">
          <Alert.Indicator />
          <Alert.Title>{error.message}</Alert.Title>
        </Alert.Root>
      )}
      {isSearching && !error && (
        <HStack px="3" py="1" color="fg.muted" textStyle="sm" aria-hidden>
          <Spinner size="sm" />
          <Text>Searching...</Text>
        </HStack>
      )}
      {isEmpty && !isSearching && !error && (
        <Box p="3" textAlign="center">
          <Text fontWeight="semibold">No results found</Text>
          <Text textStyle="sm" color="fg.muted">
            Try different search terms
          </Text>
        </Box>
      )}
    </>
  );
};
