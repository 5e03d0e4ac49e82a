/**
 * The limits and the allowed values that the browser also needs where it parses nothing. They are apart from the
 * schemas, so that a first screen does not load zod.
 */

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;
export const TEXT_LENGTH_MAX = 255;
export const SEARCH_LENGTH_MIN = 2;
/** Which program a CSV file is for. */
export const CSV_FORMS = ['excel', 'programs'] as const;
export const SEARCH_LENGTH_MAX = 100;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** Passkeys that an account may have, and recovery codes that its first factor brings (D47). */
export const PASSKEYS_MAX = 10;
export const RECOVERY_CODES = 10;

/** Signatures of passkeys: Ed25519, ES256 and RS256, as COSE numbers them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

export const ROLES = ['admin', 'client'] as const;

export const USER_STATUSES = ['active', 'inactive'] as const;
/** The orders of the list of users. */
export const USER_SORTS = ['joined', 'name', 'owed', 'services'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
/** The accounts that the list of users can be narrowed to, besides role and status. */
export const USER_GROUPS = ['owing', 'overdue', 'no-services', 'new-this-month'] as const;
export const PAGE_MAX = 1_000_000;
export const PAGE_SIZES = [30, 60, 100] as const;
export const RECENT_USERS_MAX = 10;

/** Number of mails of an account that are shown, the newest. */
export const MAILS_MAX = 100;
/** Number of clients who get a statement by one press, and of statements that are mailed in a day. */
export const STATEMENT_MAILS_MAX = 200;
export const STATEMENT_MAILS_DAY_MAX = 500;

/** What an account's timeline can be narrowed to, and the number of entries that it shows at a time. */
export const TIMELINE_KINDS = ['payment', 'invoice', 'mail', 'sign-in', 'change'] as const;
export const TIMELINE_SHOWN = 50;

export const JOB_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const JOBS_MAX = 100;
/** Number of jobs that one press starts again. */
export const JOBS_RETRIED_MAX = 1000;

/** Separates the parts of the description of a client's service. */
export const DESCRIPTION_SEPARATOR = ' · ';

export const SERVICE_STATUSES = ['active', 'inactive', 'pending', 'suspended'] as const;

export const TICKET_DESCRIPTION_LENGTH_MAX = 10_000;
export const REPLY_LENGTH_MAX = 10_000;
export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 32;
/** Number of tickets that the list shows, the newest ones. */
export const TICKETS_MAX = 200;
/** The filters of the list of tickets: the statuses, as the address spells them. */
export const TICKET_FILTERS = ['open', 'pending', 'resolved', 'closed'] as const;
/**
 * The browser fetches a larger attachment from the helpdesk's own storage, because a Lambda answers at most 6 MB, in
 * base64.
 */
export const ATTACHMENT_BYTES_MAX = 4 * 1024 * 1024;

/** The rows of the control account between its two balances (D71). */
export const CONTROL_ROWS = [
  'invoices',
  'creditNotes',
  'voids',
  'receipts',
  'returnedReceipts',
  'refunds',
  'adjustments',
  'writeOffs',
  'recoveries',
] as const;
/** Unidentified receipts: what was nobody's at the end of a period, and what came in and went out in it (D63). */
export const UNIDENTIFIED_ROWS = ['unidentified', 'unidentifiedIn', 'unidentifiedOut'] as const;
/** The rows that open their entries, and the monthly list of what a second pair of eyes should see (D70). */
export const BOOK_LISTS = [...CONTROL_ROWS, ...UNIDENTIFIED_ROWS, 'review'] as const;
/** Number of entries of a page of such a list. */
export const BOOK_ENTRIES_SHOWN = 50;
export const CLOSED_DEBTORS_SHOWN = 50;
/** The name of an imported balance in lists (D53). First screens load it without the other words of the ledger. */
export const OPENING_BALANCE = 'Opening balance';

/** Number of payments of a page. */
export const PAYMENTS_SHOWN = 50;
/** Number of open items that the payment dialog shows, those that a payment would pay first. */
export const OPEN_ITEMS_MAX = 500;

export const VAT_NUMBER_LENGTH_MAX = 30;
/** Number of documents of a page of the VAT report. */
export const VAT_DOCUMENTS_SHOWN = 50;

export const STATEMENT_YEARS_MAX = 5;
/** 5,000 lines with the longest texts stay below the 6 MB that a Lambda may answer. */
export const STATEMENT_ENTRIES_MAX = 5_000;
/** The limits of the bookkeeper's CSV. */
export const LEDGER_DAYS_MAX = 31;
export const LEDGER_ENTRIES_MAX = 50_000;

/** The columns by which the list of debtors can be sorted; without one the most overdue come first. */
export const DEBTOR_SORTS = [
  'name',
  'company',
  'oldest',
  'notDue',
  'days30',
  'days60',
  'days90',
  'older',
  'due',
  'lastPayment',
] as const;
/** The columns of words and days ascend unless the other direction is asked for, those of amounts descend. */
export const ASCENDING_DEBTOR_SORTS: readonly (typeof DEBTOR_SORTS)[number][] = [
  'name',
  'company',
  'oldest',
  'lastPayment',
];
/** Whether a debtor gets a mail about money, and why not. */
export const DEBTOR_MAILS = ['on', 'off', 'blocked', 'unverified'] as const;
/** Number of rows that the CSV file of a list may have. */
export const EXPORT_ROWS_MAX = 10_000;

/** Number of lines of a billing run that a page shows, and that one press leaves out or takes in. */
export const RUN_LINES_SHOWN = 50;
export const RUN_LINES_CHANGED_MAX = 1000;
/** Number of differences that the refusal to start a billing run names. */
export const RUN_DIFFERENCES_MAX = 100;

/** The number of open points of a month that its closing shows. */
export const OPEN_POINTS_MAX = 50;
