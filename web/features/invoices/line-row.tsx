import { chakra, Grid, GridItem, HStack, IconButton, Input, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { formatRand } from '#shared/money.ts';
import { AmountField } from '../../components/amount-field.tsx';
import { FormField } from '../../components/form-field.tsx';
import { type TypedLine, typedLineCents } from './invoice-items.ts';

/** On a phone the description has a separate row, and the sum is next to the buttons. */
const AREAS = {
  base: '"description description" "quantity amount" "buttons sum"',
  md: '"description quantity amount sum buttons"',
};
const COLUMNS = {
  base: 'minmax(0, 2fr) minmax(0, 3fr)',
  md: 'minmax(0, 1fr) 6.5rem 8.5rem 7rem auto',
};

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
  isLast: boolean;
  descriptionError: string | undefined;
  quantityError: string | undefined;
  amountError: string | undefined;
  /** The line's part in a drag: it is dragged itself, or another line would be dropped at its edge. */
  drag: 'dragged' | 'above' | 'below' | undefined;
  onChange: (index: number, change: Partial<TypedLine>) => void;
  onRemove: (index: number) => void;
  onMove: (from: number, to: number) => void;
  onDrag: (event: PointerEvent<HTMLElement>, index: number) => void;
}

/** The edge at which a dragged line would be dropped. */
const DROP_EDGES = { above: '0 -0.4rem 0 -0.25rem', below: '0 0.4rem 0 -0.25rem' } as const;

type LineButtonsProps = Pick<LineRowProps, 'index' | 'isOnly' | 'isLast' | 'onRemove' | 'onMove' | 'onDrag'>;

/** The handle and the buttons that move or remove the line. */
const LineButtons = ({ index, isOnly, isLast, onRemove, onMove, onDrag }: LineButtonsProps) => {
  const number = index + 1;

  return (
    <HStack gap="0" mt={{ md: '1.75rem' }} ms={{ base: '-2', md: '0' }}>
      <Handle aria-hidden title="Drag to another place" onPointerDown={(event) => onDrag(event, index)}>
        <GripVertical />
      </Handle>
      <IconButton
        size="xs"
        variant="ghost"
        title="Move up"
        aria-label={`Move up item ${number}`}
        data-move="-1"
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        title="Move down"
        aria-label={`Move down item ${number}`}
        data-move="1"
        disabled={isLast}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown />
      </IconButton>
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
    </HStack>
  );
};

const PLAIN_PROPS = [
  'index',
  'isOnly',
  'isLast',
  'descriptionError',
  'quantityError',
  'amountError',
  'drag',
  'onChange',
  'onRemove',
  'onMove',
  'onDrag',
] as const satisfies readonly (keyof LineRowProps)[];

/** Compares lines by value, because the form copies them at every change. */
const isSameLine = (one: TypedLine, other: TypedLine) =>
  one.description === other.description && one.quantity === other.quantity && one.amount === other.amount;

const isUnchanged = (before: LineRowProps, after: LineRowProps) =>
  isSameLine(before.line, after.line) && PLAIN_PROPS.every((name) => before[name] === after[name]);

/** One line of an invoice. It renders again only if it changes itself, so that two hundred lines stay fast. */
export const LineRow = memo((props: LineRowProps) => {
  const { line, index, isOnly, isLast, drag, onChange, onRemove, onMove, onDrag } = props;
  const number = index + 1;
  const edge = drag === 'above' || drag === 'below' ? DROP_EDGES[drag] : undefined;

  return (
    <Grid
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
        <FormField label={`Description ${number}`} error={props.descriptionError}>
          <Input
            size="sm"
            autoComplete="off"
            value={line.description}
            onChange={({ target }) => onChange(index, { description: target.value })}
          />
        </FormField>
      </GridItem>
      <GridItem area="quantity">
        <FormField label={`Quantity ${number}`} error={props.quantityError}>
          <Input
            size="sm"
            inputMode="decimal"
            autoComplete="off"
            textAlign="end"
            textStyle="number"
            placeholder="1"
            value={line.quantity}
            onChange={({ target }) => onChange(index, { quantity: target.value })}
          />
        </FormField>
      </GridItem>
      <GridItem area="amount">
        <AmountField
          label={`Amount ${number}`}
          error={props.amountError}
          name={`lineItems.${index}.amount`}
          value={line.amount}
          onChange={(amount) => onChange(index, { amount })}
          onBlur={() => undefined}
        />
      </GridItem>
      <GridItem area="sum" textAlign="end" alignSelf={{ base: 'center', md: 'start' }}>
        <Text textStyle="sm" fontWeight="medium" color="fg.muted" hideBelow="md" mb="1.5">
          Sum {number}
        </Text>
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
        <LineButtons
          index={index}
          isOnly={isOnly}
          isLast={isLast}
          onRemove={onRemove}
          onMove={onMove}
          onDrag={onDrag}
        />
      </GridItem>
    </Grid>
  );
}, isUnchanged);
