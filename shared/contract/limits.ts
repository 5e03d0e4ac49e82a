/**
 * The limits and the allowed values that the browser also needs where it parses nothing. They are apart from the
 * schemas, so that a first screen does not load zod.
 */

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;
export const TEXT_LENGTH_MAX = 255;
export const SEARCH_LENGTH_MIN = 2;
export const SEARCH_LENGTH_MAX = 100;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

export const ROLES = ['admin', 'client'] as const;

export const USER_STATUSES = ['active', 'inactive'] as const;
/** What the list of users can be sorted by. */
export const USER_SORTS = ['joined', 'name', 'owed', 'services'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
/** The accounts that the list of users can be narrowed to, besides role and status. */
export const USER_GROUPS = ['owing', 'overdue', 'no-services', 'new-this-month'] as const;
export const PAGE_MAX = 1_000_000;
export const PAGE_SIZES = [30, 60, 100] as const;
export const RECENT_USERS_MAX = 10;

/** Number of mails and of changes of an account that are shown, the newest. */
export const MAILS_MAX = 100;
export const CHANGES_MAX = 100;

export const JOB_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const JOBS_MAX = 100;
/** Number of jobs that one press starts again. */
export const JOBS_RETRIED_MAX = 1000;

/** Separates the parts of the description of a client's service. */
export const DESCRIPTION_SEPARATOR = ' · ';

export const SERVICE_STATUSES = ['active', 'inactive', 'pending', 'suspended'] as const;

export const QUANTITY_MIN = 0.001;
export const QUANTITY_MAX = 99_999.999;

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
