import { Box, Button, Heading, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '#shared/numbers.ts';

interface FoldProps {
  title: ReactNode;
  startsOpen: boolean;
  children: () => ReactNode;
}

const Fold = ({ title, startsOpen, children }: FoldProps) => {
  const [chosen, setChosen] = useState<boolean>();
  const contentId = useId();
  const isOpen = chosen ?? startsOpen;

  return (
    <Box as="section">
      <Heading as="h2">
        <Button
          variant="ghost"
          colorPalette="gray"
          size="sm"
          w="100%"
          px="2"
          justifyContent="flex-start"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {title}
        </Button>
      </Heading>
      {isOpen && (
        <Box id={contentId} pt="1" pb="2">
          {children()}
        </Box>
      )}
    </Box>
  );
};

interface YearFoldsProps<Item> {
  /** The newest first. */
  items: readonly Item[];
  yearOf: (item: Item) => number;
  /** The word for one of them, such as 'invoice', if all of them are known. */
  of?: string;
  /** Further years that start open, besides the newest. */
  startsOpen?: (year: number) => boolean;
  children: (items: readonly Item[]) => ReactNode;
}

/** Items folded by their years, of which the newest is open. */
export const YearFolds = <Item,>({
  items,
  yearOf,
  of,
  startsOpen = () => false,
  children,
}: YearFoldsProps<Item>) => (
  <Stack gap="1">
    {[...new Set(items.map(yearOf))].map((year, index) => {
      const ofYear = items.filter((item) => yearOf(item) === year);

      return (
        <Fold
          key={year}
          startsOpen={index === 0 || startsOpen(year)}
          title={
            <>
              {year}
              {of && (
                <Text as="span" color="fg.muted" fontWeight="normal">
                  {formatCount(ofYear.length)} {ofYear.length === 1 ? of : `${of}s`}
                </Text>
              )}
            </>
          }
        >
          {() => children(ofYear)}
        </Fold>
      );
    })}
  </Stack>
);
