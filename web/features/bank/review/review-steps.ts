import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import {
  type Candidate,
  canReopen,
  isBookable,
  isOpen,
  isReturned,
  wordFaster,
  wordWaiting,
} from './line-words.ts';
import type { LineAct } from './mutations.ts';
import {
  candidatesOf,
  chosenOf,
  type LineDialog,
  type ReviewEvent,
  type ReviewState,
} from './review-state.ts';

/** What a key or button does with a line: it changes the review, sends an act, or says that nothing can be undone. */
export type Step = ReviewEvent | { type: 'act'; act: LineAct } | { type: 'irreversible' };

/** True for a line that can become payments of clients: an open one, or one whose money is nobody's yet. */
export const canBook = (line: BankLine): boolean =>
  isBookable(line) || (line.state === 'unidentified' && !line.isOrdered);

/** Says why nothing can be done with a line. */
const sayWhyNot = (line: BankLine, now: Date): Step => {
  if (isBookable(line)) {
    const words = 'The bank returned this money: choose the payment that it reverses, or ignore the line.';

    return { type: 'say', words };
  }
  if (line.isOrdered) {
    return { type: 'say', words: 'This line is being booked.' };
  }

  return {
    type: 'say',
    words:
      line.bookableFrom === null
        ? wordFaster(line, now.getTime())
        : `${wordWaiting(line.bookableFrom, now)}.`,
  };
};

export const bookFor = (line: BankLine, client: Candidate): Step => {
  if (!isReturned(line)) {
    return { type: 'act', act: { does: 'pay', line, client } };
  }

  return { type: 'open', dialog: client.paymentId === null ? 'payment' : 'return', line };
};

/** Books the line for the client who is chosen, after a question where one is needed. */
export const book = (state: ReviewState, line: BankLine, now: Date): Step => {
  const chosen = chosenOf(state, line);
  if (!canBook(line)) {
    return sayWhyNot(line, now);
  }
  if (!chosen) {
    return candidatesOf(state, line).length > 0
      ? { type: 'miss-choice', line }
      : { type: 'open', dialog: isReturned(line) ? 'payment' : 'client', line };
  }

  return (line.perhaps && isOpen(line)) || chosen.newcomer
    ? { type: 'open', dialog: 'twice', line }
    : bookFor(line, chosen);
};

const open = (dialog: LineDialog, line: BankLine, now: Date): Step =>
  canBook(line) && (dialog === 'payment' || !isReturned(line))
    ? { type: 'open', dialog, line }
    : sayWhyNot(line, now);

export const findClient = (line: BankLine, now: Date): Step =>
  open(isReturned(line) ? 'payment' : 'client', line, now);

export const divide = (line: BankLine, now: Date): Step => open('divide', line, now);

export const join = (line: BankLine, now: Date): Step => open('join', line, now);

export const sendBack = (line: BankLine): Step => ({ type: 'open', dialog: 'send-back', line });

/** Ties the line to the payment that it perhaps is. */
export const joinPerhaps = (line: BankLine, paymentId: number): Step => ({
  type: 'act',
  act: { does: 'book', line, body: { paymentIds: [paymentId] } },
});

export const toUnidentified = (line: BankLine, now: Date): Step =>
  isBookable(line) && !isReturned(line)
    ? { type: 'act', act: { does: 'book', line, body: { unidentified: true } } }
    : sayWhyNot(line, now);

export const ignore = (line: BankLine, now: Date): Step =>
  isOpen(line) && !line.isOrdered ? { type: 'act', act: { does: 'ignore', line } } : sayWhyNot(line, now);

/** Reverses the payments after a question, and undoes all else at once. */
export const undo = (line: BankLine): Step => {
  if (!canReopen(line)) {
    return { type: 'irreversible' };
  }

  return line.state === 'booked'
    ? { type: 'open', dialog: 'reopen', line }
    : { type: 'act', act: { does: 'reopen', line } };
};
