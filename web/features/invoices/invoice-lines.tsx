import { chakra, Text, VisuallyHidden } from '@chakra-ui/react';
import { memo, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, useController, useFormState } from 'react-hook-form';
import type { InvoiceFields, InvoiceForm, TypedLine } from './invoice-items.ts';
import { LineRow } from './line-row.tsx';
import { type LineDrag, useLineDrag } from './use-line-drag.ts';

export type FormControl = Control<InvoiceForm, unknown, InvoiceFields>;

const Lines = chakra('ul', { base: { listStyleType: 'none', display: 'grid', gap: { base: '4', md: '3' } } });

/** Where the dragged line would be dropped, as it is seen by the line at this index. */
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

/** The lines are one value of the form: a field for each part of two hundred lines would make every key slow. */
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

/** The focus goes to the first field that was refused. */
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

/** What is wrong with the lines together, such as their total. */
const LinesError = ({ children, ref }: { children: string; ref: Ref<HTMLParagraphElement> }) => (
  <Text ref={ref} role="alert" tabIndex={-1} textStyle="sm" color="fg.error">
    {children}
  </Text>
);

/** The lines, which are moved by their buttons or by their handles. The last one cannot be removed. */
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

  /** The focus goes along with the line; at an end of the list only the other button is left. */
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
