import { chakra, Text, VisuallyHidden } from '@chakra-ui/react';
import { memo, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, useController, useFormState } from 'react-hook-form';
import type { InvoiceFields, InvoiceForm, TypedLine } from './invoice-items.ts';
import { LineRow } from './line-row.tsx';
import { type LineDrag, useLineDrag } from './use-line-drag.ts';

export type FormControl = Control<InvoiceForm, unknown, InvoiceFields>;

const Lines = chakra('ul', { base: { listStyleType: 'none', display: 'grid', gap: { base: '4', md: '3' } } });

/** Returns the state of the line at this index in a drag: dragged itself, or the drop position above or below it. */
const dragAt = (drag: LineDrag | undefined, index: number) => {
  if (!drag) {
    return undefined;
  }
  if (index === drag.from) {
    return 'dragged';
  }
  if (index !== drag.to) {
    return undefined;
  }

  return drag.to < drag.from ? 'above' : 'below';
};

const moveLine = (lines: readonly TypedLine[], from: number, to: number): TypedLine[] => {
  const others = lines.filter((_line, index) => index !== from);

  return [...others.slice(0, to), ...lines.slice(from, from + 1), ...others.slice(to)];
};

/**
 * Keeps the lines as one value of the form: separate fields for the parts of two hundred lines would slow down every
 * key.
 */
const useLines = (control: FormControl) => {
  const { field } = useController({ control, name: 'lineItems' });
  const latest = useRef(field);
  useEffect(() => {
    latest.current = field;
  });

  const update = useCallback((change: (lines: TypedLine[]) => TypedLine[]) => {
    const { value, onChange } = latest.current;
    const changed = change(value);
    latest.current = { ...latest.current, value: changed };
    onChange(changed);
  }, []);

  return { lines: field.value, update };
};

/** Focuses the first field that was refused. */
const useFocusOnError = (control: FormControl, find: () => HTMLElement | null | undefined) => {
  const { submitCount, errors } = useFormState({ control });
  const focusFirst = useRef(find);
  useEffect(() => {
    focusFirst.current = find;
  });
  useEffect(() => {
    if (submitCount > 0) {
      focusFirst.current()?.focus();
    }
  }, [submitCount]);

  return errors.lineItems;
};

/** An error of all lines together, such as one of their total. */
const LinesError = ({ children, ref }: { children: string; ref: Ref<HTMLParagraphElement> }) => (
  <Text ref={ref} role="alert" tabIndex={-1} textStyle="sm" color="fg.error">
    {children}
  </Text>
);

/** The lines, which can be moved by their buttons or handles. The last remaining line cannot be removed. */
export const InvoiceLines = memo(({ control }: { control: FormControl }) => {
  const list = useRef<HTMLUListElement>(null);
  const { lines, update } = useLines(control);
  const linesError = useRef<HTMLParagraphElement>(null);
  const errors = useFocusOnError(
    control,
    () => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? linesError.current,
  );
  const [moved, setMoved] = useState('');

  const edit = useCallback(
    (index: number, change: Partial<TypedLine>) =>
      update((typed) => typed.map((line, at) => (at === index ? { ...line, ...change } : line))),
    [update],
  );

  const move = useCallback(
    (from: number, to: number) =>
      flushSync(() =>
        update((typed) => {
          setMoved(`Item ${from + 1} is now item ${to + 1} of ${typed.length}.`);
          return moveLine(typed, from, to);
        }),
      ),
    [update],
  );

  /**
   * Moves a line by one place; the focus follows it. At an end of the list only the other button can have the focus.
   */
  const step = useCallback(
    (from: number, to: number) => {
      move(from, to);
      const buttons = [
        ...(list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []),
      ];
      const pressed = buttons.find(({ dataset }) => dataset.move === String(to - from));
      (pressed?.disabled ? buttons.find(({ disabled }) => !disabled) : pressed)?.focus();
    },
    [move],
  );

  const remove = useCallback(
    (index: number) => {
      flushSync(() => update((typed) => typed.filter((_line, at) => at !== index)));
      const left = list.current?.children;
      const next = left?.[Math.min(index, left.length - 1)];
      next?.querySelector<HTMLElement>('[data-remove]:not(:disabled), input')?.focus();
    },
    [update],
  );

  const { drag, start } = useLineDrag(list, move);

  return (
    <>
      <Lines ref={list}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            isOnly={lines.length === 1}
            isLast={index === lines.length - 1}
            descriptionError={errors?.[index]?.description?.message}
            quantityError={errors?.[index]?.quantity?.message}
            amountError={errors?.[index]?.amount?.message}
            drag={dragAt(drag, index)}
            onChange={edit}
            onRemove={remove}
            onMove={step}
            onDrag={start}
          />
        ))}
      </Lines>
      {errors?.message && <LinesError ref={linesError}>{errors.message}</LinesError>}
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
    </>
  );
});
