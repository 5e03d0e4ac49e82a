/** The states of a line that waits for an administrator. */
export const BANK_OPEN_STATES = ['certain', 'likely', 'unmatched', 'returned'] as const;
export const BANK_LINE_STATES = [...BANK_OPEN_STATES, 'booked', 'unidentified', 'ignored'] as const;
/** The filters of a file's lines: open ones, open ones that are not certain, a state, or those dated after today. */
export const BANK_LINE_FILTERS = ['open', 'unsure', ...BANK_LINE_STATES, 'waiting'] as const;
