import { useCallback, useEffect, useRef, useState } from 'react';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';
import { formatAmount } from '#shared/money.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { showFailure } from '../../../lib/browser/toast.ts';
import { useDecide } from '../mutations.ts';
import { keepPlaces, sayWhyNot, toggled, toggleOf } from './line-acts.ts';

/** A line as it is since X, and when that was. */
interface Acted {
  line: BillingRunLine;
  at: number;
}

const NOTHING_ACTED: ReadonlyMap<number, Acted> = new Map();
const NOTHING_SENT: ReadonlySet<number> = new Set();

const focusRow = () => {
  const row = document.querySelector<HTMLElement>('[data-run-line][aria-current=true]');
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
};

/** Holds which line of a page is selected, and which were left out or taken in since it was opened. */
export const useLineList = (runId: number, read: readonly BillingRunLine[], readAt: number) => {
  const [acted, setActed] = useState(NOTHING_ACTED);
  const [order, setOrder] = useState<readonly number[]>([]);
  const [sending, setSending] = useState(NOTHING_SENT);
  const [selectedId, setSelectedId] = useState<number>();
  const [said, setSaid] = useState('');
  const decide = useDecide(runId);

  const isNewer = (id: number) => (acted.get(id)?.at ?? 0) >= readAt;
  const shown = keepPlaces(
    read.map((line) => (isNewer(line.id) ? (acted.get(line.id)?.line ?? line) : line)),
    [...acted.values()].map(({ line }) => line),
    order,
  );
  const selected = shown.find(({ id }) => id === selectedId) ?? shown[0];

  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current && selectedId !== undefined) {
      focusRow();
    }
    isMoved.current = false;
  }, [selectedId]);

  const select = useCallback((id: number) => setSelectedId(id), []);

  const toggle = async (id: number) => {
    const line = shown.find((one) => one.id === id);
    if (!line || sending.has(id)) {
      return;
    }
    if (!toggleOf(line)) {
      setSaid(sayWhyNot(line));

      return;
    }
    const isExcluded = toggleOf(line) === 'leave-out';
    setSelectedId(id);
    setOrder(shown.map((one) => one.id));
    setSending((before) => new Set(before).add(id));
    try {
      await decide.mutateAsync({ lines: [line], isExcluded });
      setActed((before) => new Map(before).set(id, { line: toggled(line), at: Date.now() }));
      setSaid(
        `${isExcluded ? 'Left out' : 'Taken in'}: ${nameOfClient(line) || line.OWNumber}, ${formatAmount(line.amount)}`,
      );
    } catch (error) {
      if (error instanceof Error) {
        showFailure(error, {
          title: isExcluded ? 'The line was not left out' : 'The line was not taken in',
          description: error.message,
        });
      }
    } finally {
      setSending((before) => new Set([...before].filter((one) => one !== id)));
    }
  };
  // The rows keep one function, so that they are rendered again only when they change.
  const latest = useRef(toggle);
  latest.current = toggle;
  const toggleLine = useCallback((id: number) => void latest.current(id), []);

  return {
    shown,
    selected,
    sending,
    said,
    select,
    toggle: toggleLine,
    move: (step: 1 | -1) => {
      const next = shown[shown.findIndex(({ id }) => id === selected?.id) + step];
      if (next && selectedId !== next.id) {
        isMoved.current = true;
        setSelectedId(next.id);
      } else {
        focusRow();
      }
    },
  };
};
