import { useRef } from 'react';
import type { Act } from '../../../lib/acts/act.ts';
import { isNothingOver } from '../../../lib/acts/act-keys.ts';
import { isSinglePress, useKeyDown } from '../../../lib/acts/single-keys.ts';

type KeyLine = Pick<Act, 'id' | 'label' | 'keys'>;

/** What keys do among the lines of a bank's file. */
export const REVIEW_KEYS: readonly KeyLine[] = [
  { id: 'bank.next', label: 'Next line', keys: 'J' },
  { id: 'bank.previous', label: 'Previous line', keys: 'K' },
  {
    id: 'bank.book',
    label: 'Book it for the client who is chosen; a returned line or a new account asks first',
    keys: 'Enter',
  },
  { id: 'bank.choose', label: 'Choose among the proposed clients', keys: '1 2 3' },
  { id: 'bank.client', label: 'Another client', keys: 'C' },
  { id: 'bank.divide', label: 'Divide it over clients', keys: 'S' },
  { id: 'bank.join', label: 'It is recorded already', keys: 'P' },
  { id: 'bank.unidentified', label: 'Book it to unidentified', keys: 'N' },
  { id: 'bank.ignore', label: 'Ignore it', keys: 'X' },
  { id: 'bank.undo', label: 'Undo, or open a line again', keys: 'U' },
  { id: 'bank.book-all', label: 'Book all certain lines', keys: 'A' },
];

/** Time after G in which a key belongs to it, as in 'G then U', in ms. */
const AFTER_G_MS = 1500;

/** Enter on these does their own work; that of the button which books is Enter's. */
const CONTROLS = 'a[href], button:not([data-book]), summary, [role=menuitem]';

const isOnControl = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(CONTROLS) !== null;

/** Hears the keys of the review, in upper case, outside fields and while no dialog or menu is open. */
export const useReviewKeys = (acts: Partial<Record<string, () => void>>, isPaused = false): void => {
  const pressedG = useRef(Number.NEGATIVE_INFINITY);

  useKeyDown((event) => {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const isAfterG = performance.now() - pressedG.current < AFTER_G_MS;
    pressedG.current = key === 'G' ? performance.now() : Number.NEGATIVE_INFINITY;
    const act = acts[key];
    if (!act || isPaused || isAfterG || !isSinglePress(event) || !isNothingOver(0)) {
      return;
    }
    // A key that is held down moves on, but never books.
    const isMove = key === 'J' || key === 'K';
    if (key === 'Enter' && isOnControl(event)) {
      return;
    }

    event.preventDefault();
    if (!event.repeat || isMove) {
      act();
    }
  });
};
