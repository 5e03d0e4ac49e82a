import { Box, type BoxProps, chakra, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FoundItem, optionId } from './use-found-list.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: { base: '12', md: '11' },
    paddingInline: '3',
    borderRadius: 'l2',
    cursor: 'pointer',
    _selected: {
      bg: 'brand.subtle',
      // Forced colours show no backgrounds.
      outline: '1px solid transparent',
    },
    '& svg': { flexShrink: '0', color: 'fg.muted' },
  },
});

interface OptionProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}

const Option = ({ id, isActive, onPoint, onChoose, children }: OptionProps) => {
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) {
      line.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isActive]);

  return (
    <Line
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      // A list that scrolls below a resting pointer also sends the event.
      onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onPoint()}
      onClick={onChoose}
    >
      {children}
    </Line>
  );
};

interface FoundListProps<Item extends FoundItem> extends Omit<BoxProps, 'id' | 'role' | 'children'> {
  listId: string;
  label: string;
  groups: readonly { title?: string; items: readonly Item[] }[];
  active: Item | undefined;
  onPoint: (item: Item) => void;
  onChoose: (item: Item) => void;
  showItem: (item: Item) => ReactNode;
}

/** The lines that a search has found, which `useFoundList` steers from the field. */
export const FoundList = <Item extends FoundItem>({
  listId,
  label,
  groups,
  active,
  onPoint,
  onChoose,
  showItem,
  ...box
}: FoundListProps<Item>) => (
  // The field keeps the focus if a line is pressed.
  <Box id={listId} role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()} {...box}>
    {groups
      .filter(({ items }) => items.length > 0)
      .map(({ title, items }) => (
        <Box key={title ?? label} role={title && 'group'} aria-label={title}>
          {title && (
            <Text px="3" pt="2" pb="1" textStyle="detail" fontWeight="semibold" aria-hidden>
              {title}
            </Text>
          )}
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(listId, item)}
              isActive={item.id === active?.id}
              onPoint={() => onPoint(item)}
              onChoose={() => onChoose(item)}
            >
              {showItem(item)}
            </Option>
          ))}
        </Box>
      ))}
  </Box>
);
