import { useEffect, useRef, useState } from 'react';
import type { BankLine } from '#shared/contract/bank.ts';
import { formatCount } from '#shared/numbers.ts';
import type { ChosenClient } from '../../../components/search/client-field.tsx';
import { toast } from '../../../lib/toast.ts';
import { findRow } from './find-row.ts';
import {
  byPlace,
  type Candidate,
  candidateOf,
  canReopen,
  isBookable,
  isOpen,
  isReturned,
  mustChoose,
  wordDone,
  wordFaster,
  wordWaiting,
} from './line-words.ts';
import { type LineAct, type LineHandlers, useLineWrite } from './mutations.ts';

/** A dialog about a line. */
export type LineDialog =
  | 'client'
  | 'payment'
  | 'return'
  | 'divide'
  | 'join'
  | 'twice'
  | 'reopen'
  | 'send-back';

/** What is chosen for a line: one of its candidates, among whom one may have been searched for, or none. */
interface Choice {
  found?: Candidate;
  place: number | undefined;
}

/** True for a line that can become payments of clients: an open one, or one whose money is nobody's yet. */
export const canBook = (line: BankLine): boolean =>
  isBookable(line) || (line.state === 'unidentified' && !line.isOrdered);

const focusRow = () => {
  const row = findRow();
  row?.focus({ preventScroll: true });
  row?.parentElement?.querySelector('[data-line-detail]')?.scrollIntoView({ block: 'nearest' });
  row?.scrollIntoView({ block: 'nearest' });
};

const FIRST: Choice = { place: 0 };
const NONE: Choice = { place: undefined };

export interface ReviewedLines {
  lines: readonly BankLine[];
  /** True for a line that still waits for an act in this list. */
  isPending: (line: BankLine) => boolean;
  /** How many such lines all pages have, before an act; undefined if nobody knows. */
  pendingCount: number | undefined;
}

/** Holds which line is selected, what was done, and which dialog is open, for a list of lines. */
export const useLineReview = ({ lines, isPending, pendingCount }: ReviewedLines) => {
  const [acted, setActed] = useState<readonly BankLine[]>([]);
  const [selectedLine, setSelectedLine] = useState<BankLine>();
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [opened, setOpened] = useState<{ dialog: LineDialog; line: BankLine }>();
  const [sendingId, setSendingId] = useState<number>();
  const [lastDone, setLastDone] = useState<BankLine>();
  const [said, setSaid] = useState('');
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map());
  /** The line for which Enter was pressed without a choice. */
  const [unchosenId, setUnchosenId] = useState<number>();
  const [refusal, setRefusal] = useState<{ lineId: number; error: Error }>();
  const shouldFocus = useRef(false);
  /** True until the screen shows the answer, so that a key pressed meanwhile does not act on the line before. */
  const isSending = useRef(false);

  // A line stays where it was after an act, also if the list that is read again no longer has it.
  const shown = [...lines, ...acted.filter(({ id }) => !lines.some((line) => line.id === id))].toSorted(
    byPlace,
  );
  const selected =
    (selectedLine &&
      (shown.find(({ id }) => id === selectedLine.id) ??
        shown.find((line) => byPlace(line, selectedLine) > 0))) ??
    (selectedLine ? shown.at(-1) : (shown.find(isPending) ?? shown[0]));

  const selectedId = selected?.id;
  useEffect(() => {
    if (shouldFocus.current && selectedId !== undefined) {
      shouldFocus.current = false;
      focusRow();
    }
  }, [selectedId]);

  useEffect(() => {
    isSending.current = sendingId !== undefined;
  }, [sendingId]);

  const select = (line: BankLine | undefined) => {
    if (line) {
      shouldFocus.current = line.id !== selectedId;
      setSelectedLine(line);
    }
  };

  const move = (step: 1 | -1) => {
    const index = shown.findIndex(({ id }) => id === selectedId);
    select(shown[index + step]);
    if (!shown[index + step]) {
      focusRow();
    }
  };

  const choiceOf = (line: BankLine) => choices.get(line.id) ?? (mustChoose(line) ? NONE : FIRST);
  const candidatesOf = (line: BankLine): readonly Candidate[] => {
    const { found } = choiceOf(line);

    return found
      ? [...line.proposals.filter(({ userId }) => userId !== found.userId), found]
      : line.proposals;
  };
  const chosenOf = (line: BankLine): Candidate | undefined => {
    const { place } = choiceOf(line);

    return place === undefined ? undefined : candidatesOf(line)[place];
  };

  const choose = (line: BankLine, place: number) => {
    if (candidatesOf(line)[place]) {
      setChoices(new Map(choices).set(line.id, { ...choiceOf(line), place }));
      setUnchosenId(undefined);
      focusRow();
    }
  };

  const chooseClient = (line: BankLine, client: ChosenClient, paymentId: number | null = null) => {
    const known = line.proposals.findIndex(
      (one) => one.userId === client.userId && (paymentId === null || one.paymentId === paymentId),
    );
    const found = { ...candidateOf(client), paymentId };
    const place = known >= 0 ? known : line.proposals.filter(({ userId }) => userId !== client.userId).length;
    setChoices(new Map(choices).set(line.id, known >= 0 ? { place } : { found, place }));
    setUnchosenId(undefined);
    setOpened(undefined);
  };

  const noteOf = ({ id }: BankLine) => notes.get(id);

  const keep = (line: BankLine) => setActed((before) => [...before.filter(({ id }) => id !== line.id), line]);

  const handlers: LineHandlers = {
    onWritten: (line, { does, line: before }) => {
      const isUndo = does === 'reopen';
      const index = shown.findIndex(({ id }) => id === line.id);
      const next =
        shown.slice(index + 1).find(isPending) ?? shown.slice(0, Math.max(index, 0)).find(isPending);
      const wasPending = isPending(before);
      const left =
        pendingCount === undefined
          ? undefined
          : pendingCount + (isPending(line) ? 1 : 0) - (wasPending ? 1 : 0);
      const words = wordDone(line);

      setSendingId(undefined);
      setRefusal(undefined);
      setOpened(undefined);
      keep(line);
      if (isUndo && before.booked.length > 0) {
        // The client was wrong, so Enter must not book it again.
        setChoices((chosen) => new Map(chosen).set(line.id, NONE));
      }
      setLastDone(isUndo ? undefined : line);
      setSaid(left === undefined ? words : `${words}. ${left === 0 ? 'None' : formatCount(left)} left`);
      shouldFocus.current = true;
      setSelectedLine(isUndo ? line : (next ?? line));
      toast({
        title: words,
        tone: 'success',
        ...(left === 0 && !isUndo && { description: 'That was the last line here.' }),
        ...(canReopen(line) && { action: { label: 'Undo', run: () => undo(line) } }),
      });
    },
    onFaster: (line) => {
      const words = wordFaster(line, Date.now());
      setSendingId(undefined);
      setOpened(undefined);
      keep(line);
      setNotes((before) => new Map(before).set(line.id, words));
      setSaid(words);
      setSelectedLine(line);
    },
    onRefused: (error, { line }) => {
      setSendingId(undefined);
      setRefusal({ lineId: line.id, error });
    },
  };
  const write = useLineWrite(handlers);

  const act = (done: LineAct) => {
    if (!isSending.current) {
      isSending.current = true;
      setSendingId(done.line.id);
      setRefusal(undefined);
      write.mutate(done);
    }
  };

  const open = (dialog: LineDialog, line: BankLine) => setOpened({ dialog, line });

  /** Reverses the payments after a question, and undoes all else at once. */
  const undo = (line: BankLine) => {
    if (!canReopen(line)) {
      toast({
        title: 'A reversal cannot be undone',
        description: 'If the bank did not return the payment, record it again.',
      });
    } else if (line.state === 'booked') {
      open('reopen', line);
    } else {
      act({ does: 'reopen', line });
    }
  };

  const bookFor = (line: BankLine, client: Candidate) => {
    if (!isReturned(line)) {
      act({ does: 'pay', line, client });
    } else {
      open(client.paymentId === null ? 'payment' : 'return', line);
    }
  };

  /** Says why nothing can be done with a line. */
  const sayWhyNot = (line: BankLine) =>
    setSaid(
      isBookable(line)
        ? 'The bank returned this money: choose the payment that it reverses, or ignore the line.'
        : line.isOrdered
          ? 'This line is being booked.'
          : line.bookableFrom === null
            ? wordFaster(line, Date.now())
            : `${wordWaiting(line.bookableFrom, new Date())}.`,
    );

  const book = (line: BankLine) => {
    const chosen = chosenOf(line);
    if (!canBook(line)) {
      sayWhyNot(line);
    } else if (!chosen && candidatesOf(line).length > 0) {
      setUnchosenId(line.id);
    } else if (!chosen) {
      open(isReturned(line) ? 'payment' : 'client', line);
    } else if ((line.perhaps && isOpen(line)) || chosen.newcomer) {
      open('twice', line);
    } else {
      bookFor(line, chosen);
    }
  };

  const onOpen = (dialog: LineDialog) => (line: BankLine) => {
    if (canBook(line) && (dialog === 'payment' || !isReturned(line))) {
      open(dialog, line);
    } else {
      sayWhyNot(line);
    }
  };

  return {
    shown,
    selected,
    select,
    move,
    candidatesOf,
    chosenOf,
    choose,
    chooseClient,
    noteOf,
    opened,
    close: () => setOpened(undefined),
    sendingId,
    said,
    unchosenId,
    refusal,
    handlers,
    book,
    bookFor,
    act,
    undo,
    undoLast: () => {
      if (selected && !isOpen(selected)) {
        undo(selected);
      } else if (lastDone) {
        undo(lastDone);
      }
    },
    findClient: (line: BankLine) => onOpen(isReturned(line) ? 'payment' : 'client')(line),
    divide: onOpen('divide'),
    join: onOpen('join'),
    sendBack: (line: BankLine) => open('send-back', line),
    joinPerhaps: (line: BankLine) => {
      if (line.perhapsPaymentId !== null) {
        act({ does: 'book', line, body: { paymentIds: [line.perhapsPaymentId] } });
      }
    },
    toUnidentified: (line: BankLine) => {
      if (isBookable(line) && !isReturned(line)) {
        act({ does: 'book', line, body: { unidentified: true } });
      } else {
        sayWhyNot(line);
      }
    },
    ignore: (line: BankLine) => {
      if (isOpen(line) && !line.isOrdered) {
        act({ does: 'ignore', line });
      } else {
        sayWhyNot(line);
      }
    },
  };
};

export type LineReview = ReturnType<typeof useLineReview>;
