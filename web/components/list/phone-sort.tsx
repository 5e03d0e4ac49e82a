import { HStack } from '@chakra-ui/react';
import { type Choice, FilterSelect } from './filter-select.tsx';
import type { Order, Sorting } from './sorting.tsx';

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
  const nearest =
    onPhone.find((order) => wordOrder(order) === wordOrder(shown)) ??
    onPhone.find(({ sort }) => sort === shown.sort);
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
        value={wordOrder(nearest ?? shown)}
        onChange={(chosen) => onSort(onPhone.find((order) => wordOrder(order) === chosen) ?? {})}
      />
    </HStack>
  );
};
