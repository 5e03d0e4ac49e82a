import { chakra, Grid, GridItem, HStack, IconButton, Text, VisuallyHidden } from '@chakra-ui/react';
import { GripVertical, Trash2 } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { formatRand } from '#shared/money.ts';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { EntryField } from '../../../components/form/entry-field.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { GrowingText } from '../../../components/form/growing-text.tsx';
import { RowMenuButton } from '../../../components/list/row-menu.tsx';
import { isReadableQuantity, type TypedLine, typedLineCents, UNREADABLE_QUANTITY } from './invoice-items.ts';

/** On a phone the description has a separate row, and the sum is next to the buttons. */
const AREAS = {
  base: '"description description" "quantity amount" "buttons sum"',
  md: '"description quantity amount sum buttons"',
};
const COLUMNS = {
  base: 'minmax(0, 2fr) minmax(0, 3fr)',
  md: 'minmax(0, 1fr) 5.5rem 8.5rem 7rem 6.5rem',
};

const HIDDEN_LABEL = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Where there is room for a header row, the labels of the fields are there for screen readers only. */
const LineGrid = chakra(Grid, {
  base: { position: 'relative', '& label': { md: HIDDEN_LABEL } },
});

const HEADERS = [
  ['Description', 'start'],
  ['Quantity', 'end'],
  ['Amount', 'end'],
  ['Sum', 'end'],
] as const;

/** A phone shows the plain name; screen readers also hear the number of the line. */
const numbered = (name: string, number: number) => (
  <>
    {name}
    <VisuallyHidden> {number}</VisuallyHidden>
  </>
);

/** The names of the columns above the lines. */
export const LineHeaders = () => (
  <Grid templateColumns={COLUMNS} columnGap="2" hideBelow="md" aria-hidden mb="1.5">
    {HEADERS.map(([name, textAlign]) => (
      <Text key={name} textStyle="sm" fontWeight="medium" color="fg.muted" textAlign={textAlign}>
        {name}
      </Text>
    ))}
  </Grid>
);

const Handle = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '8',
    color: 'fg.muted',
    cursor: 'grab',
    touchAction: 'none',
    '& svg': { width: '1rem', height: '1rem' },
  },
});

interface LineRowProps {
  line: TypedLine;
  index: number;
  isOnly: boolean;
  /** The menu with the other actions on a line. */
  menuId: string;
  descriptionError: string | undefined;
  quantityError: string | undefined;
  amountError: string | undefined;
  /** The line's part in a drag: it is dragged itself, or another line would be dropped at its edge. */
  drag: 'dragged' | 'above' | 'below' | undefined;
  onChange: (index: number, change: Partial<TypedLine>) => void;
  onRemove: (index: number) => void;
  onDrag: (event: PointerEvent<HTMLElement>, index: number) => void;
}

/** The edge at which a dragged line would be dropped. */
const DROP_EDGES = { above: '0 -0.4rem 0 -0.25rem', below: '0 0.4rem 0 -0.25rem' } as const;

type LineButtonsProps = Pick<LineRowProps, 'index' | 'isOnly' | 'menuId' | 'onRemove' | 'onDrag'>;

/** The drag handle, the button that removes the line, and the button of the menu with all other actions. */
const LineButtons = ({ index, isOnly, menuId, onRemove, onDrag }: LineButtonsProps) => {
  const number = index + 1;

  return (
    <HStack gap="0" ms={{ base: '-2', md: '0' }} justify={{ md: 'flex-end' }}>
      <Handle aria-hidden title="Drag to another place" onPointerDown={(event) => onDrag(event, index)}>
        <GripVertical />
      </Handle>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="red"
        title="Remove"
        aria-label={`Remove item ${number}`}
        data-remove
        disabled={isOnly}
        onClick={() => onRemove(index)}
      >
        <Trash2 />
      </IconButton>
      <RowMenuButton menuId={menuId} row={index} label={`Actions for item ${number}`} />
    </HStack>
  );
};

const PLAIN_PROPS = [
  'index',
  'isOnly',
  'menuId',
  'descriptionError',
  'quantityError',
  'amountError',
  'drag',
  'onChange',
  'onRemove',
  'onDrag',
] as const satisfies readonly (keyof LineRowProps)[];

/** Compares lines by value, because the form copies them at every change. */
const isSameLine = (one: TypedLine, other: TypedLine) =>
  one.description === other.description && one.quantity === other.quantity && one.amount === other.amount;

const isUnchanged = (before: LineRowProps, after: LineRowProps) =>
  isSameLine(before.line, after.line) && PLAIN_PROPS.every((name) => before[name] === after[name]);

/** One line of an invoice. It renders again only if it changes itself, so that two hundred lines stay fast. */
export const LineRow = memo((props: LineRowProps) => {
  const { line, index, isOnly, menuId, drag, onChange, onRemove, onDrag } = props;
  const number = index + 1;
  const edge = drag === 'above' || drag === 'below' ? DROP_EDGES[drag] : undefined;

  return (
    <LineGrid
      as="li"
      templateAreas={AREAS}
      templateColumns={COLUMNS}
      columnGap="2"
      rowGap="2"
      alignItems="start"
      borderRadius="l2"
      opacity={drag === 'dragged' ? 0.5 : undefined}
      boxShadow={edge && `${edge} {colors.brand.solid}`}
    >
      <GridItem area="description" minW="0">
        <FormField label={numbered('Description', number)} error={props.descriptionError}>
          <GrowingText
            value={line.description}
            onChange={(description) => onChange(index, { description })}
          />
        </FormField>
      </GridItem>
      <GridItem area="quantity">
        <EntryField
          label={numbered('Quantity', number)}
          error={props.quantityError}
          placeholder="1"
          value={line.quantity}
          onChange={(quantity) => onChange(index, { quantity })}
          isReadable={isReadableQuantity}
          unreadable={UNREADABLE_QUANTITY}
        />
      </GridItem>
      <GridItem area="amount">
        <AmountField
          label={numbered('Amount', number)}
          error={props.amountError}
          name={`lineItems.${index}.amount`}
          value={line.amount}
          onChange={(amount) => onChange(index, { amount })}
          onBlur={() => undefined}
        />
      </GridItem>
      <GridItem area="sum" textAlign="end" alignSelf={{ base: 'center', md: 'start' }}>
        <Text
          as="output"
          display="block"
          textStyle="number"
          fontWeight="medium"
          lineHeight={{ md: '2.25rem' }}
          aria-label={`Sum ${number}`}
          aria-live="off"
        >
          {formatRand(typedLineCents(line))}
        </Text>
      </GridItem>
      <GridItem area="buttons">
        <LineButtons index={index} isOnly={isOnly} menuId={menuId} onRemove={onRemove} onDrag={onDrag} />
      </GridItem>
    </LineGrid>
  );
}, isUnchanged);
