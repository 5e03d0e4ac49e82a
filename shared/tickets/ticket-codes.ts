/** The helpdesk's codes, with the specification's words for them (section 4). */

export const TICKET_STATUSES = { 2: 'Open', 3: 'Pending', 4: 'Resolved', 5: 'Closed' } as const;
export const OPEN = 2;
export const PENDING = 3;
export const RESOLVED = 4;
export const CLOSED = 5;

/** The statuses of an open ticket (D41). */
export const OPEN_STATUSES = [OPEN, PENDING] as const;
/** The statuses of a ticket that a client can no longer close. */
export const DONE_STATUSES = [RESOLVED, CLOSED] as const;

/** The source of a ticket that is created through the API. */
export const PORTAL = 2;

export const TICKET_PRIORITIES = { 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Urgent' } as const;
export const PRIORITY_DEFAULT = 2;

const TICKET_SOURCES = {
  1: 'Email',
  2: 'Portal',
  3: 'Phone',
  4: 'Chat',
  7: 'Feedback Widget',
  8: 'Outbound Email',
  9: 'Ecommerce',
  10: 'Bot',
} as const;

const wordIn = (words: Record<number, string>) => (code: number) => words[code] ?? 'Unknown';

export const wordStatus = wordIn(TICKET_STATUSES);
export const wordPriority = wordIn(TICKET_PRIORITIES);
export const wordSource = wordIn(TICKET_SOURCES);

export const isOpenStatus = (status: number): boolean => OPEN_STATUSES.some((open) => open === status);
export const isDoneStatus = (status: number): boolean => DONE_STATUSES.some((done) => done === status);
