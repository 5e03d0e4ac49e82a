import { Alert, Box, HStack, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SearchResult } from './search-result.tsx';

interface SearchDropdownProps {
  listId: string;
  results: readonly CustomerResult[] | undefined;
  error: Error | null;
  activeIndex: number;
  onPoint: (result: CustomerResult) => void;
  onChoose: (result: CustomerResult) => void;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

const Searching = () => (
  <HStack p="4" color="fg.muted" textStyle="sm">
    <Spinner size="sm" />
    <Text>Searching...</Text>
  </HStack>
);

const NothingFound = () => (
  <Box p="6" textAlign="center">
    <Text fontWeight="semibold">No results found</Text>
    <Text textStyle="sm" color="fg.muted">
      Try different search terms
    </Text>
  </Box>
);

const Failure = ({ error }: { error: Error }) => (
  <Alert.Root status="error">
    <Alert.Indicator />
    <Alert.Title>{error.message}</Alert.Title>
  </Alert.Root>
);

const spokenCount = (results: readonly CustomerResult[] | undefined) => {
  if (!results) {
    return 'Searching...';
  }
  if (results.length === 0) {
    return 'No results found';
  }

  return results.length === 1 ? '1 result' : `${results.length} results`;
};

const Panel = ({ children }: { children: ReactNode }) => (
  <Box
    position="absolute"
    insetInline={{ base: '3', md: '0' }}
    top={{ base: 'calc(100% + 0.25rem)', md: 'calc(100% + 0.5rem)' }}
    zIndex="dropdown"
    maxH="24rem"
    overflowY="auto"
    p="1.5"
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="l3"
    shadow="xl"
  >
    {children}
  </Box>
);

export const SearchDropdown = ({
  listId,
  results,
  error,
  activeIndex,
  onPoint,
  onChoose,
}: SearchDropdownProps) => (
  <Panel>
    <VisuallyHidden aria-live="polite">{error ? error.message : spokenCount(results)}</VisuallyHidden>
    {error && <Failure error={error} />}
    {!error && !results && <Searching />}
    {!error && results?.length === 0 && <NothingFound />}
    {!error && results && results.length > 0 && (
      <Box id={listId} role="listbox" aria-label="Customers">
        {results.map((result, index) => (
          <SearchResult
            key={result.id}
            id={optionId(listId, index)}
            result={result}
            isActive={index === activeIndex}
            onPoint={() => onPoint(result)}
            onChoose={() => onChoose(result)}
          />
        ))}
      </Box>
    )}
  </Panel>
);
