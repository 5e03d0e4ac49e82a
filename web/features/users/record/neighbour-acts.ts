import { ChevronLeft, ChevronRight } from 'lucide-react';

/** The way from a client's record to the ones next to it in the list. */
export const NEIGHBOUR_ACTS = {
  previous: { id: 'client.previous', label: 'Previous client', icon: ChevronLeft, keys: 'K' },
  next: { id: 'client.next', label: 'Next client', icon: ChevronRight, keys: 'J' },
} as const;
