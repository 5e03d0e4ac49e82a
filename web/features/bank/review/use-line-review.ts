import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { findMain, findRow } from './find-row.ts';
import { canReopen, isOpen, wordDone, wordFaster } from './line-words.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';
import {
  candidatesOf,
  countLeftAfter,
  findSelected,
  listShown,
  NEW_REVIEW,
  type ReviewedLines,
  review,
} from './review-state.ts';
import { type Step, undo } from './review-steps.ts';

const focusRow = () => {
  const row = findRow();
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
};

const focusMain = () => {
  findRow()?.scrollIntoView({ block: 'nearest' });
  findMain()?.focus({ preventScroll: true });
};

/** Holds which line is selected, what was done, and which dialog is open, for a list of lines. */
export const useLineReview = (list: ReviewedLines) => {
  const [state, dispatch] = useReducer(review, NEW_REVIEW);
  /** True until the screen shows the answer, so that a key pressed meanwhile does not act on the line before. */
  const isSending = useRef(false);
  const { sendingId, focusId, acted } = state;
  const shown = listShown(state, list.lines);
  const selected = findSelected(state, shown, list.isPending);
  const selectedId = selected?.id;

  const focusSelected = useEffectEvent((focus: () => void) => {
    if (selectedId !== undefined && selectedId === focusId) {
      focus();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line was selected.
  useEffect(() => focusSelected(focusRow), [selectedId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer came.
  useEffect(() => focusSelected(focusMain), [acted]);

  useEffect(() => {
    isSending.current = sendingId !== undefined;
  }, [sendingId]);

  const handlers: LineHandlers = {
    onWritten: (line, act) => {
      const left = countLeftAfter(list, act.line, line);
      dispatch({ type: 'written', line, act, list });
      toast({
        title: wordDone(line),
        tone: 'success',
        ...(left === 0 && act.does !== 'reopen' && { description: 'That was the last line here.' }),
        ...(canReopen(line) && { action: { label: 'Undo', run: () => run(undo(line)) } }),
      });
    },
    onFaster: (line) => dispatch({ type: 'faster', line, words: wordFaster(line, Date.now()) }),
    onRefused: (error, { line }) => dispatch({ type: 'refused', line, error }),
  };
  const write = useLineWrite(handlers);

  const run = (step: Step) => {
    if (step.type === 'irreversible') {
      toast({
        title: 'A reversal cannot be undone',
        description: 'If the bank did not return the payment, record it again.',
      });
    } else if (step.type !== 'act') {
      dispatch(step);
    } else if (!isSending.current) {
      isSending.current = true;
      dispatch({ type: 'send', line: step.act.line });
      write.mutate(step.act);
    }
  };

  return {
    state,
    shown,
    selected,
    handlers,
    run,
    move: (step: 1 | -1) => {
      const line = shown[shown.findIndex(({ id }) => id === selectedId) + step];
      if (line) {
        dispatch({ type: 'select', line });
      } else {
        focusRow();
      }
    },
    choose: (line: BankLine, place: number) => {
      if (candidatesOf(state, line)[place]) {
        dispatch({ type: 'choose', line, place });
        focusMain();
      }
    },
    undoLast: () => {
      const line = selected && !isOpen(selected) ? selected : state.lastDone;
      if (line) {
        run(undo(line));
      }
    },
  };
};

export type LineReview = ReturnType<typeof useLineReview>;
