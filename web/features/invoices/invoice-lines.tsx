import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFieldArrayReturn } from 'react-hook-form';
import type { InvoiceForm } from './invoice-items.ts';
import { type FormControl, LineRow } from './line-row.tsx';
import { type LineDrag, useLineDrag } from './use-line-drag.ts';

const Lines = chakra('ul', { base: { listStyleType: 'none', display: 'grid', gap: { base: '4', md: '3' } } });

interface InvoiceLinesProps {
  control: FormControl;
  items: UseFieldArrayReturn<InvoiceForm, 'lineItems'>;
}

/** Where the dragged line would be dropped, as it is seen by the line at this index. */
const dragAt = (drag: LineDrag | undefined, index: number) => {
  if (!drag) return undefined;
  if (index === drag.from) return 'dragged';
  if (index !== drag.to) return undefined;

  return drag.to < drag.from ? 'above' : 'below';
};

/** The lines, which are moved by their buttons or by their handles. The last one cannot be removed. */
export const InvoiceLines = ({ control, items }: InvoiceLinesProps) => {
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState('');
  const changes = useRef(items);
  useEffect(() => {
    changes.current = items;
  });

  const move = useCallback((from: number, to: number) => {
    const { fields, move: moveItem } = changes.current;
    flushSync(() => {
      moveItem(from, to);
      setMoved(`Item ${from + 1} is now item ${to + 1} of ${fields.length}.`);
    });
  }, []);

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

  const remove = useCallback((index: number) => {
    flushSync(() => {
      changes.current.remove(index);
      setMoved('');
    });
    const lines = list.current?.children;
    const next = lines?.[Math.min(index, lines.length - 1)];
    next?.querySelector<HTMLElement>('[data-remove]:not(:disabled), input')?.focus();
  }, []);

  const { drag, start } = useLineDrag(list, move);

  return (
    <>
      <Lines ref={list}>
        {items.fields.map(({ id }, index) => (
          <LineRow
            key={id}
            control={control}
            index={index}
            isOnly={items.fields.length === 1}
            isLast={index === items.fields.length - 1}
            drag={dragAt(drag, index)}
            onRemove={remove}
            onMove={step}
            onDrag={start}
          />
        ))}
      </Lines>
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
    </>
  );
};
