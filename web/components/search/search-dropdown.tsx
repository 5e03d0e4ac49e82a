import { Alert, Box, HStack, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SearchedResult } from './use-search-combobox.ts';

export interface DropdownContent<Result extends SearchedResult> {
  /** Undefined until the first answer. */
  results: readonly Result[] | undefined;
  error: Error | null;
  listLabel: string;
  showResult: (result: Result) => ReactNode;
}

interface SearchDropdownProps<Result extends SearchedResult> extends DropdownContent<Result> {
  listId: string;
  activeIndex: number;
  onPoint: (result: Result) => void;
  onChoose: (result: Result) => void;
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

const spokenCount = (results: readonly unknown[] | undefined) => {
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
    insetInline="0"
    top="calc(100% + 0.5rem)"
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

interface OptionProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}

/** One result, chosen by a click or by Enter in the search box, which keeps the focus. */
const Option = ({ id, isActive, onPoint, onChoose, children }: OptionProps) => {
  const option = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) {
      option.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isActive]);

  return (
    <Box
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      px="3"
      py="2.5"
      borderRadius="l2"
      cursor="pointer"
      bg={isActive ? 'brand.subtle' : 'transparent'}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      {children}
    </Box>
  );
};

export const SearchDropdown = <Result extends SearchedResult>({
  listId,
  results,
  error,
  listLabel,
  showResult,
  activeIndex,
  onPoint,
  onChoose,
}: SearchDropdownProps<Result>) => (
  <Panel>
    <VisuallyHidden aria-live="polite">{error ? error.message : spokenCount(results)}</VisuallyHidden>
    {error && <Failure error={error} />}
    {!error && !results && <Searching />}
    {!error && results?.length === 0 && <NothingFound />}
    {!error && results && results.length > 0 && (
      <Box id={listId} role="listbox" aria-label={listLabel}>
        {results.map((result, index) => (
          <Option
            key={result.id}
            id={optionId(listId, index)}
            isActive={index === activeIndex}
            onPoint={() => onPoint(result)}
            onChoose={() => onChoose(result)}
          >
            {showResult(result)}
          </Option>
        ))}
      </Box>
    )}
  </Panel>
);
