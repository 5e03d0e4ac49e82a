/** The words of a billing run (D67) that contract, database and screens share. */

export const RUN_STATES = ['draft', 'running', 'stopped', 'done', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The group of a line is the first that fits, in this order. */
export const LINE_GROUPS = ['left-out', 'to-credit', 'new', 'price', 'part', 'gone', 'same'] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

export const LINE_GROUP_LABELS: Record<LineGroup, string> = {
  'left-out': 'Left out',
  'to-credit': 'To credit',
  new: 'New',
  price: 'Price',
  part: 'Part of a month',
  gone: 'Gone',
  same: 'As before',
};

/** What differs from the month before; the filter of the lines takes it as one group. */
export const DIFFERING_GROUPS = ['new', 'price', 'part', 'gone'] as const satisfies readonly LineGroup[];

/** 'listed' is a line that bills nothing: what is to be credited, and what is gone. */
export const LINE_STATES = ['included', 'left-out', 'issued', 'listed'] as const;

/** Why a line is left out of a run, or is gone, in the words of its screen. */
export const LINE_REASONS = {
  older: 'Before the two months that a run looks back',
  free: 'The service is free',
  'under-a-cent': 'Less than a cent',
  'no-name': 'A tax invoice over R 5 000,00 must show the client’s name',
  'no-address': 'A tax invoice over R 5 000,00 must show the client’s address',
  'inactive-client': 'The client is inactive',
  administrator: 'The account is an administrator’s',
  excluded: 'Left out by an administrator',
  freed: 'Freed by a void invoice or a credit note',
  'perhaps-billed': 'Perhaps billed by hand',
  ended: 'The service has ended',
  suspended: 'The service is suspended',
  pending: 'The service is pending',
  inactive: 'The service is inactive',
  deleted: 'The service is deleted',
  'billed-before': 'Billed already',
  'billed-meanwhile': 'Billed meanwhile',
  'not-active': 'No longer active',
  'client-deleted': 'The client was deleted',
  refused: 'Refused',
} as const;
export type LineReason = keyof typeof LINE_REASONS;

/** What an administrator may take into the run all the same. */
export const TAKEN_IN_REASONS = [
  'excluded',
  'freed',
  'perhaps-billed',
] as const satisfies readonly LineReason[];

/** Months before and after this one that a run may bill. */
export const MONTHS_BACK = 2;
export const MONTHS_AHEAD = 2;

/** Months before that of the run whose unbilled days it bills, too. */
export const MONTHS_CAUGHT_UP = 2;

/** Number of lines of one invoice, as of one by hand. */
export const INVOICE_LINES_MAX = 200;
