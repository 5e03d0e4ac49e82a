import { describe, expect, it } from 'vitest';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import type { Candidate } from '#web/features/bank/review/line-words.ts';
import {
  candidatesOf,
  chosenOf,
  findSelected,
  listShown,
  NEW_REVIEW,
  type ReviewEvent,
  type ReviewState,
  review,
} from '#web/features/bank/review/review-state.ts';
import {
  book,
  findClient,
  ignore,
  type Step,
  toUnidentified,
  undo,
} from '#web/features/bank/review/review-steps.ts';
import { bookedLine, lineOf, NAIDOO, proposalOf, ZULU } from './lines.ts';

const NOW = new Date('2026-11-23T08:00:00.000Z');
const isPending = ({ state }: BankLine) => state === 'likely';
const THREE = [lineOf(1), lineOf(2), lineOf(3)];
const list = { lines: THREE, isPending, pendingCount: 3 };

const stateAfter = (...events: ReviewEvent[]): ReviewState => events.reduce(review, NEW_REVIEW);
const written = (
  line: BankLine,
  does: 'ignore' | 'reopen',
  before = lineOf(line.id),
  lines = THREE,
): ReviewEvent => ({
  type: 'written',
  line,
  act: { does, line: before },
  list: { ...list, lines },
});
const selectedId = (state: ReviewState, lines: readonly BankLine[] = THREE) =>
  findSelected(state, listShown(state, lines), isPending)?.id;

const TWO_CLIENTS = lineOf(1, { proposals: [NAIDOO, ZULU] });
const DLAMINI = proposalOf(13, 'Dlamini');
const find = (line: BankLine, client: Candidate, paymentId: number | null = null): ReviewEvent => ({
  type: 'choose-client',
  line,
  client: { userId: client.userId, name: 'Dlamini', OWNumber: 'OW10013', company: null },
  paymentId,
});

describe('the selected line', () => {
  it('the first line that waits is selected until another one is', () => {
    const lines = [bookedLine(1), lineOf(2), lineOf(3)];

    expect(selectedId(NEW_REVIEW, lines)).toBe(2);
    expect(selectedId(stateAfter({ type: 'select', line: lineOf(3) }), lines)).toBe(3);
    expect(selectedId(NEW_REVIEW, [bookedLine(1)])).toBe(1);
    expect(selectedId(NEW_REVIEW, [])).toBeUndefined();
  });

  it('the line after one that is gone is selected, and the last one after the last, without the focus', () => {
    const state = stateAfter({ type: 'select', line: lineOf(2) });

    expect(selectedId(state, [lineOf(1), lineOf(3)])).toBe(3);
    expect(selectedId(state, [lineOf(1)])).toBe(1);
    expect(state.focusId).toBe(2);
  });

  it('after an act the next line that waits is selected with the focus, and one before it if none follows', () => {
    const middle = stateAfter(written(bookedLine(2), 'ignore'));
    const last = stateAfter(written(bookedLine(3), 'ignore'));
    const only = stateAfter(written(bookedLine(1), 'ignore', lineOf(1), [lineOf(1)]));

    expect([selectedId(middle), middle.focusId]).toEqual([3, 3]);
    expect([selectedId(last), last.focusId]).toEqual([1, 1]);
    expect([selectedId(only, []), only.focusId]).toEqual([1, 1]);
  });

  it('a line that was opened again stays selected', () => {
    expect(selectedId(stateAfter(written(lineOf(1), 'reopen', bookedLine(1))))).toBe(1);
  });
});

describe('what was done', () => {
  it('a line keeps its place after an act, also if the list lacks it, and the list is newer than the act', () => {
    const state = stateAfter(written(bookedLine(1), 'ignore'));
    const ids = (lines: BankLine[]) => listShown(state, lines).map(({ id, state: now }) => `${id} ${now}`);

    expect(ids([lineOf(2)])).toEqual(['1 booked', '2 likely']);
    expect(ids([lineOf(1), lineOf(2)])).toEqual(['1 likely', '2 likely']);
  });

  it.each<[string, ReviewEvent, number | undefined, string]>([
    ['one less is left', written(bookedLine(1), 'ignore'), 3, 'Booked R 450,00 for Naidoo. 2 left'],
    ['none is left', written(bookedLine(1), 'ignore'), 1, 'Booked R 450,00 for Naidoo. None left'],
    ['one more is left', written(lineOf(1), 'reopen', bookedLine(1)), 3, 'R 450,00 is open again. 4 left'],
    ['nobody knows', written(bookedLine(1), 'ignore'), undefined, 'Booked R 450,00 for Naidoo'],
  ])('what is said after an act names how many are left: %s', (_, event, pendingCount, words) => {
    const state = stateAfter({ ...event, list: { ...list, pendingCount } } as ReviewEvent);

    expect(state.said.replace(/\s/g, ' ')).toBe(words);
  });

  it('U undoes the last act, but not an undoing', () => {
    const booked = stateAfter(written(bookedLine(1), 'ignore'));

    expect(booked.lastDone?.id).toBe(1);
    expect(review(booked, written(lineOf(1), 'reopen', bookedLine(1))).lastDone).toBeUndefined();
  });

  it('an act closes its dialog and what was refused, and a refusal leaves both the line and the dialog', () => {
    const open: ReviewEvent[] = [
      { type: 'open', dialog: 'divide', line: lineOf(1) },
      { type: 'send', line: lineOf(1) },
    ];
    const refused = stateAfter(...open, { type: 'refused', line: lineOf(1), error: new Error('No') });

    expect(refused).toMatchObject({
      opened: { dialog: 'divide' },
      sendingId: undefined,
      refusal: { lineId: 1 },
    });
    expect(review(refused, { type: 'send', line: lineOf(1) })).toMatchObject({
      sendingId: 1,
      refusal: undefined,
    });
    expect(review(refused, written(bookedLine(1), 'ignore'))).toMatchObject({
      opened: undefined,
      refusal: undefined,
    });
  });

  it('the line of which somebody else was faster stays selected with a note, without the focus', () => {
    const state = stateAfter(
      { type: 'open', dialog: 'divide', line: lineOf(2) },
      { type: 'send', line: lineOf(2) },
      { type: 'faster', line: bookedLine(2), words: 'Booked by Thandi.' },
    );

    expect(selectedId(state)).toBe(2);
    expect(state).toMatchObject({ opened: undefined, sendingId: undefined, said: 'Booked by Thandi.' });
    expect(state.notes.get(2)).toBe('Booked by Thandi.');
    expect(state.focusId).toBeUndefined();
  });
});

describe('the chosen client', () => {
  it('the only client is chosen beforehand, and none of several is', () => {
    expect(chosenOf(NEW_REVIEW, lineOf(1))).toBe(NAIDOO);
    expect(chosenOf(NEW_REVIEW, TWO_CLIENTS)).toBeUndefined();
  });

  it('a choice belongs to its line, and ends the question for one', () => {
    const state = stateAfter(
      { type: 'miss-choice', line: TWO_CLIENTS },
      { type: 'choose', line: TWO_CLIENTS, place: 1 },
    );

    expect(chosenOf(state, TWO_CLIENTS)).toBe(ZULU);
    expect(chosenOf(state, { ...TWO_CLIENTS, id: 2 })).toBeUndefined();
    expect(state.unchosenId).toBeUndefined();
  });

  it('a client who was searched for becomes the last candidate, or the proposal that they are', () => {
    const searched = stateAfter(find(TWO_CLIENTS, DLAMINI));
    const known = stateAfter(find(TWO_CLIENTS, ZULU));

    expect(candidatesOf(searched, TWO_CLIENTS).map(({ userId }) => userId)).toEqual([11, 12, 13]);
    expect(chosenOf(searched, TWO_CLIENTS)).toMatchObject({ userId: 13, paymentId: null });
    expect(candidatesOf(known, TWO_CLIENTS)).toEqual([NAIDOO, ZULU]);
    expect(chosenOf(known, TWO_CLIENTS)).toBe(ZULU);
  });

  it('another payment of a proposed client takes the place of the proposal', () => {
    const line = lineOf(1, { amount: -450, proposals: [{ ...NAIDOO, paymentId: 5 }] });
    const state = stateAfter(find(line, NAIDOO, 6));

    expect(candidatesOf(state, line)).toHaveLength(1);
    expect(chosenOf(state, line)).toMatchObject({ userId: 11, paymentId: 6 });
  });

  it('after its booking is undone no client is chosen, so that Enter does not book it again', () => {
    const state = stateAfter(written(lineOf(1), 'reopen', bookedLine(1)));
    const ignored = stateAfter(written(lineOf(1), 'reopen', lineOf(1, { state: 'ignored' })));

    expect(chosenOf(state, lineOf(1))).toBeUndefined();
    expect(chosenOf(ignored, lineOf(1))).toBe(NAIDOO);
  });
});

const RETURNED = { amount: -450, state: 'returned' } as const;

describe('what a key does', () => {
  it.each<[string, Step, BankLine, ReviewState?]>([
    [
      'books the only client',
      { type: 'act', act: { does: 'pay', line: lineOf(1), client: NAIDOO } },
      lineOf(1),
    ],
    ['asks for a choice', { type: 'miss-choice', line: TWO_CLIENTS }, TWO_CLIENTS],
    ...(
      [
        ['searches without a candidate', 'client', lineOf(1, { proposals: [] })],
        ['searches the returned payment', 'payment', lineOf(1, { ...RETURNED, proposals: [] })],
        ['searches the payment of a client', 'payment', lineOf(1, RETURNED)],
        [
          'asks before a reversal',
          'return',
          lineOf(1, { ...RETURNED, proposals: [{ ...NAIDOO, paymentId: 5 }] }),
        ],
        ['asks before it books twice', 'twice', lineOf(1, { perhaps: 'Perhaps recorded' })],
      ] as const
    ).map(([title, dialog, line]): [string, Step, BankLine] => [title, { type: 'open', dialog, line }, line]),
  ])('Enter %s', (_, step, line) => {
    expect(book(NEW_REVIEW, line, NOW)).toEqual(step);
  });

  it.each<[string, Step, string]>([
    [
      'Enter, being booked',
      book(NEW_REVIEW, lineOf(1, { isOrdered: true }), NOW),
      'This line is being booked.',
    ],
    [
      'Enter, later',
      book(NEW_REVIEW, lineOf(1, { bookableFrom: '2026-11-25' }), NOW),
      'Can be booked on Wednesday.',
    ],
    ['C, being booked', findClient(lineOf(1, { isOrdered: true }), NOW), 'This line is being booked.'],
    ['X, being booked', ignore(lineOf(1, { isOrdered: true }), NOW), 'This line is being booked.'],
    [
      'N, returned',
      toUnidentified(lineOf(1, RETURNED), NOW),
      'The bank returned this money: choose the payment that it reverses, or ignore the line.',
    ],
  ])('a key that can do nothing says why: %s', (_, step, words) => {
    expect(step).toEqual({ type: 'say', words });
  });

  it('an undoing of a booking asks, of what booked nothing acts at once, and of a reversal is refused', () => {
    const booked = bookedLine(1);
    const ignored = lineOf(1, { state: 'ignored' });

    expect(undo(booked)).toEqual({ type: 'open', dialog: 'reopen', line: booked });
    expect(undo(ignored)).toEqual({ type: 'act', act: { does: 'reopen', line: ignored } });
    expect(undo(bookedLine(1, NAIDOO, { amount: -450 }))).toEqual({ type: 'irreversible' });
  });
});
