import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Copy } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, useController, useFormState } from 'react-hook-form';
import { LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { FormError } from '../../../components/form/form-error.tsx';
import { RowMenu } from '../../../components/list/row-menu.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import {
  copyLine,
  emptyItem,
  type InvoiceFields,
  type InvoiceForm,
  isBlank,
  type TypedLine,
} from './invoice-items.ts';
import { LineHeaders, LineRow } from './line-row.tsx';
import { type LineDrag, useLineDrag } from './use-line-drag.ts';

export type FormControl = Control<InvoiceForm, unknown, InvoiceFields>;

const Lines = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gap: { base: '4', md: '3' },
    '& > li + li': { borderTopWidth: { base: '1px', md: '0' }, pt: { base: '4', md: '0' } },
  },
});

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

/** The lines, which can be moved by their menus or handles. The last remaining line cannot be removed. */
export const InvoiceLines = memo(({ control }: { control: FormControl }) => {
  const list = useRef<HTMLUListElement>(null);
  const { lines, update } = useLines(control);
  const { lineItems: errors } = useFormState({ control }).errors;
  const [moved, setMoved] = useState('');
  const menuId = useId();

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

  /** Moves a line by one place; the focus stays on its menu. */
  const step = (from: number, to: number) => {
    move(from, to);
    list.current?.children[to]?.querySelector<HTMLElement>('[data-row]')?.focus();
  };

  const insertAfter = (index: number, added: TypedLine) => {
    flushSync(() => update((typed) => [...typed.slice(0, index + 1), added, ...typed.slice(index + 1)]));
    list.current?.children[index + 1]?.querySelector('textarea')?.focus();
  };

  const remove = useCallback(
    (index: number) => {
      flushSync(() => update((typed) => typed.filter((_line, at) => at !== index)));
      const left = list.current?.children;
      const next = left?.[Math.min(index, left.length - 1)];
      next?.querySelector<HTMLElement>('[data-remove]:not(:disabled), textarea')?.focus();
    },
    [update],
  );

  const { drag, start } = useLineDrag(list, move);

  /** Enter leads to the next field; in the last one it adds a line, unless that line is still blank. */
  const goOn = (event: KeyboardEvent) => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isField) {
      return;
    }

    event.preventDefault();
    const fields = [...(list.current?.querySelectorAll<HTMLElement>('textarea, input') ?? [])];
    const next = fields[fields.indexOf(target) + 1];
    const last = lines.at(-1);
    if (next) {
      next.focus();
    } else if (last && isBlank(last)) {
      list.current?.lastElementChild?.querySelector('textarea')?.focus();
    } else if (lines.length < LINE_ITEMS_MAX) {
      insertAfter(lines.length - 1, emptyItem());
    }
  };

  const actsOf = (index: number) => {
    const line = lines[index];
    if (!line) {
      return undefined;
    }

    const acts: (Act & { isOffered: boolean })[] = [
      {
        id: 'line.up',
        label: 'Move up',
        icon: ArrowUp,
        run: () => step(index, index - 1),
        isOffered: index > 0,
      },
      {
        id: 'line.down',
        label: 'Move down',
        icon: ArrowDown,
        run: () => step(index, index + 1),
        isOffered: index < lines.length - 1,
      },
      {
        id: 'line.duplicate',
        label: 'Duplicate',
        icon: Copy,
        run: () => insertAfter(index, copyLine(line)),
        isOffered: lines.length < LINE_ITEMS_MAX,
      },
    ];

    return { label: `Actions for item ${index + 1}`, acts: acts.filter(({ isOffered }) => isOffered) };
  };

  return (
    <RowMenu id={menuId} actsOf={actsOf}>
      <LineHeaders />
      <Lines ref={list} onKeyDown={goOn}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            isOnly={lines.length === 1}
            menuId={menuId}
            descriptionError={errors?.[index]?.description?.message ?? errors?.[index]?.serviceId?.message}
            quantityError={errors?.[index]?.quantity?.message}
            amountError={errors?.[index]?.amount?.message}
            drag={dragAt(drag, index)}
            onChange={edit}
            onRemove={remove}
            onDrag={start}
          />
        ))}
      </Lines>
      {errors?.message && <FormError>{errors.message}</FormError>}
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
    </RowMenu>
  );
});
