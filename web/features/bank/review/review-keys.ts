import type { Act } from '../../../lib/acts/act.ts';
import { useListKeys } from '../../../lib/acts/list-keys.ts';

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

/** Enter does what the button does that books. */
export const useReviewKeys = (acts: Partial<Record<string, () => void>>, isPaused = false): void =>
  useListKeys(acts, { isPaused, enterButton: '[data-book]' });
