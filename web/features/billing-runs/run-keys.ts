import type { Act } from '../../lib/acts/act.ts';

/** What keys do on the screen of a billing run. */
export const RUN_KEYS: readonly Pick<Act, 'id' | 'label' | 'keys'>[] = [
  { id: 'run.next', label: 'Next line', keys: 'J' },
  { id: 'run.previous', label: 'Previous line', keys: 'K' },
  { id: 'run.exclude', label: 'Leave the line out, or take it in', keys: 'X' },
  { id: 'run.client', label: 'Open the client; without a draft: make it', keys: 'Enter' },
  { id: 'run.draft', label: 'Make the draft anew', keys: 'R' },
  { id: 'run.start', label: 'Issue the invoices', keys: 'S' },
  { id: 'run.continue', label: 'Go on with a stopped run', keys: 'C' },
];
