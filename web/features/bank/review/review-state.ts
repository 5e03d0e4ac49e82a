import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatCount } from '#shared/numbers.ts';
import type { ChosenClient } from '../../../components/search/client-field.tsx';
import { byPlace, type Candidate, candidateOf, mustChoose, wordDone } from './line-words.ts';
import type { LineAct } from './mutations.ts';

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

const FIRST: Choice = { place: 0 };
const NONE: Choice = { place: undefined };

export interface ReviewedLines {
  lines: readonly BankLine[];
  /** True for a line that still waits for an act in this list. */
  isPending: (line: BankLine) => boolean;
  /** How many such lines all pages have, before an act; undefined if nobody knows. */
  pendingCount: number | undefined;
}

export interface ReviewState {
  /** The lines with which something was done, as they are since. */
  acted: readonly BankLine[];
  /** As it was when it was selected; undefined until one is. */
  selectedLine: BankLine | undefined;
  /** The line that takes the focus: its row when it is selected, its main button after an answer. */
  focusId: number | undefined;
  choices: ReadonlyMap<number, Choice>;
  opened: { dialog: LineDialog; line: BankLine } | undefined;
  sendingId: number | undefined;
  /** What U undoes while an open line is selected. */
  lastDone: BankLine | undefined;
  /** What the live region says. */
  said: string;
  /** Who was faster, by line. */
  notes: ReadonlyMap<number, string>;
  /** The line for which Enter was pressed without a choice. */
  unchosenId: number | undefined;
  refusal: { lineId: number; error: Error } | undefined;
}

export const NEW_REVIEW: ReviewState = {
  acted: [],
  selectedLine: undefined,
  focusId: undefined,
  choices: new Map(),
  opened: undefined,
  sendingId: undefined,
  lastDone: undefined,
  said: '',
  notes: new Map(),
  unchosenId: undefined,
  refusal: undefined,
};

export type ReviewEvent =
  | { type: 'select'; line: BankLine }
  | { type: 'choose'; line: BankLine; place: number }
  | { type: 'choose-client'; line: BankLine; client: ChosenClient; paymentId: number | null }
  | { type: 'open'; dialog: LineDialog; line: BankLine }
  | { type: 'close' }
  /** Enter was pressed, and nobody is chosen. */
  | { type: 'miss-choice'; line: BankLine }
  | { type: 'say'; words: string }
  | { type: 'send'; line: BankLine }
  | { type: 'written'; line: BankLine; act: LineAct; list: ReviewedLines }
  /** Somebody else was faster. */
  | { type: 'faster'; line: BankLine; words: string }
  | { type: 'refused'; line: BankLine; error: Error };

/** Returns the lines in their places. One stays there after an act, also if the list that is read again lacks it. */
export const listShown = ({ acted }: ReviewState, lines: readonly BankLine[]): BankLine[] =>
  [...lines, ...acted.filter(({ id }) => !lines.some((line) => line.id === id))].toSorted(byPlace);

/** Returns the selected line as it is now, or the one that took its place; the first that waits, until one is selected. */
export const findSelected = (
  { selectedLine }: ReviewState,
  shown: readonly BankLine[],
  isPending: ReviewedLines['isPending'],
): BankLine | undefined =>
  selectedLine
    ? (shown.find(({ id }) => id === selectedLine.id) ??
      shown.find((line) => byPlace(line, selectedLine) > 0) ??
      shown.at(-1))
    : (shown.find(isPending) ?? shown[0]);

const choiceOf = ({ choices }: ReviewState, line: BankLine): Choice =>
  choices.get(line.id) ?? (mustChoose(line) ? NONE : FIRST);

export const candidatesOf = (state: ReviewState, line: BankLine): readonly Candidate[] => {
  const { found } = choiceOf(state, line);

  return found ? [...line.proposals.filter(({ userId }) => userId !== found.userId), found] : line.proposals;
};

export const chosenOf = (state: ReviewState, line: BankLine): Candidate | undefined => {
  const { place } = choiceOf(state, line);

  return place === undefined ? undefined : candidatesOf(state, line)[place];
};

/** Chooses the proposal of a client who was searched for, or adds them to the candidates. */
const choiceOfClient = ({ proposals }: BankLine, client: ChosenClient, paymentId: number | null): Choice => {
  const known = proposals.findIndex(
    (one) => one.userId === client.userId && (paymentId === null || one.paymentId === paymentId),
  );

  return known >= 0
    ? { place: known }
    : {
        found: { ...candidateOf(client), paymentId },
        place: proposals.filter(({ userId }) => userId !== client.userId).length,
      };
};

const keep = (acted: readonly BankLine[], line: BankLine) => [
  ...acted.filter(({ id }) => id !== line.id),
  line,
];

/** Returns how many lines of all pages wait after an act; undefined if nobody knows. */
export const countLeftAfter = (
  { isPending, pendingCount }: ReviewedLines,
  before: BankLine,
  line: BankLine,
): number | undefined =>
  pendingCount === undefined
    ? undefined
    : pendingCount + (isPending(line) ? 1 : 0) - (isPending(before) ? 1 : 0);

/** Goes to the next line that waits after an act, to one before it if none follows, and stays after an undoing. */
const findNext = (state: ReviewState, line: BankLine, { lines, isPending }: ReviewedLines): BankLine => {
  const shown = listShown(state, lines);
  const index = shown.findIndex(({ id }) => id === line.id);

  return shown.slice(index + 1).find(isPending) ?? shown.slice(0, Math.max(index, 0)).find(isPending) ?? line;
};

const afterWriting = (
  state: ReviewState,
  { line, act: { does, line: before }, list }: Extract<ReviewEvent, { type: 'written' }>,
): ReviewState => {
  const isUndo = does === 'reopen';
  const next = isUndo ? line : findNext(state, line, list);
  const left = countLeftAfter(list, before, line);
  const words = wordDone(line);

  return {
    ...state,
    acted: keep(state.acted, line),
    selectedLine: next,
    focusId: next.id,
    // The client was wrong, so Enter must not book it again.
    choices: isUndo && before.booked.length > 0 ? new Map(state.choices).set(line.id, NONE) : state.choices,
    opened: undefined,
    sendingId: undefined,
    lastDone: isUndo ? undefined : line,
    said: left === undefined ? words : `${words}. ${left === 0 ? 'None' : formatCount(left)} left`,
    refusal: undefined,
  };
};

/** Returns the review after an event. */
export const review = (state: ReviewState, event: ReviewEvent): ReviewState => {
  switch (event.type) {
    case 'select':
      return { ...state, selectedLine: event.line, focusId: event.line.id };
    case 'choose': {
      const choice = { ...choiceOf(state, event.line), place: event.place };

      return { ...state, choices: new Map(state.choices).set(event.line.id, choice), unchosenId: undefined };
    }
    case 'choose-client': {
      const choice = choiceOfClient(event.line, event.client, event.paymentId);

      return {
        ...state,
        choices: new Map(state.choices).set(event.line.id, choice),
        unchosenId: undefined,
        opened: undefined,
      };
    }
    case 'open':
      return { ...state, opened: { dialog: event.dialog, line: event.line } };
    case 'close':
      return { ...state, opened: undefined };
    case 'miss-choice':
      return { ...state, unchosenId: event.line.id };
    case 'say':
      return { ...state, said: event.words };
    case 'send':
      return { ...state, sendingId: event.line.id, refusal: undefined };
    case 'written':
      return afterWriting(state, event);
    case 'faster':
      return {
        ...state,
        acted: keep(state.acted, event.line),
        selectedLine: event.line,
        notes: new Map(state.notes).set(event.line.id, event.words),
        opened: undefined,
        sendingId: undefined,
        said: event.words,
      };
    case 'refused':
      return { ...state, sendingId: undefined, refusal: { lineId: event.line.id, error: event.error } };
  }
};
