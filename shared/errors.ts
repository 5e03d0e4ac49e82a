/** Every code with which a route may refuse, and its HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  no_cookie: 401,
  unknown_passkey: 401,
  forbidden: 403,
  password_change_required: 403,
  second_step_required: 403,
  factor_set_up_required: 403,
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  has_credit: 409,
  owes: 409,
  other_user: 409,
  already_billed: 409,
  credit_note_needed: 409,
  month_closed: 409,
  not_over: 409,
  not_next: 409,
  not_newest: 409,
  filed: 409,
  has_bookings: 409,
  is_repeated: 409,
  run_open: 409,
  run_changed: 409,
  gone: 410,
  payload_too_large: 413,
  unprocessable: 422,
  other_account: 422,
  account_needed: 422,
  columns_unknown: 422,
  balance_breaks: 422,
  days_unclear: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** The sentence of every refused sign-in, whatever was wrong. */
export const INVALID_CREDENTIALS = 'Invalid credentials. Please check your email and password.';

/** The sentence of every write that would fall into a closed month (D70). */
export const MONTH_IS_CLOSED = 'This month has been closed meanwhile. Please try again.';

/** The sentence for a link that was used, has expired or was never given out (D46). */
export const LINK_GONE = 'This link was used or has expired. Please ask for a new one.';

export const SIGN_IN_PLEASE = 'Please sign in.';

/** The sentence for a request of a page that shows another user than the session's (D77). */
export const OTHER_USER =
  'Somebody else has signed in in this browser meanwhile. Nothing was saved. Please reload the page.';

/** The sentence of every route for a user who must choose a new password first (D49). */
export const PASSWORD_CHANGE_REQUIRED = 'Please choose a new password first.';

/** The sentence of every route but one while the second step of a sign-in is open (D47). */
export const SECOND_STEP_REQUIRED = 'Please confirm that it is you.';

/** The sentence for an administrator without the second factor that this portal requires (D47). */
export const FACTOR_SET_UP_REQUIRED = 'Please set up a second factor first.';

/** The sentence of an act that needs fresh proof (D48). */
export const PROOF_REQUIRED = 'Please confirm that it is you, then this goes on.';

/** The sentence for a second step that was not taken in time. */
export const SECOND_STEP_OVER = 'That took too long. Please sign in again.';

/**
 * The sentence for a repeated Idempotency-Key with other content (D26). The first content is saved, so a second try would
 * write twice.
 */
export const SENT_WITH_OTHER_CONTENT =
  'This was already sent with other content. Please close the form and check what was saved before you try again.';

/** A way to take the second step of a sign-in (D47). */
export const SECOND_STEP_WAYS = ['passkey', 'code', 'recovery'] as const;
export type SecondStepWay = (typeof SECOND_STEP_WAYS)[number];

export type ErrorCode = keyof typeof ERROR_STATUS;

interface AppErrorOptions {
  cause?: unknown;
  /** Sentences for form fields, by the name that the field has on the wire. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** The record as it is now, for a 409 of a route whose contract names a `conflict` schema. */
  current?: unknown;
  /** The lines that are billed already, for the 409 `already_billed`. */
  lines?: readonly BilledLine[];
  /** What a 422 shows of a bank's file. */
  file?: BankFileRefusal;
  /** The line of a bank's file to which a payment belongs, for the 409 of its reversal. */
  lineId?: number;
  /** The ways to take the second step, for the 403 `second_step_required`. */
  ways?: readonly SecondStepWay[];
  /** The billing run that is open, for the 409 `run_open`. */
  runId?: number;
  /** What a draft has otherwise than the services of this moment, for the 409 `run_changed`. */
  differences?: readonly RunDifference[];
}

/** A line of a billing run whose amount changed; null where it is new, or gone. */
export interface RunDifference {
  userId: number;
  OWNumber: string;
  name: string;
  service: string;
  from: string;
  to: string;
  was: number | null;
  is: number | null;
}

/** A line of a new invoice, and the invoice on which its days are already: null for a line above it. */
export interface BilledLine {
  index: number;
  invoiceId: number | null;
  invoiceNumber: string | null;
}

/** What a 422 shows of a bank's file. */
export interface BankFileRefusal {
  /** With `columns_unknown`: the rows around the first one with a day and a figure, and the place of the first of them in the file. */
  rows?: readonly (readonly string[])[];
  rowsFrom?: number;
  /** With `balance_breaks`: the row, its text, and whether the file tells money in from money out without its balances. */
  row?: number;
  quoted?: string;
  mayDropBalances?: boolean;
}

/** A refusal whose sentence is written for the user and always shown; the cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;
  readonly lines: readonly BilledLine[] | undefined;
  readonly file: BankFileRefusal | undefined;
  readonly lineId: number | undefined;
  readonly ways: readonly SecondStepWay[] | undefined;
  readonly runId: number | undefined;
  readonly differences: readonly RunDifference[] | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.current = options.current;
    this.lines = options.lines;
    this.file = options.file;
    this.lineId = options.lineId;
    this.ways = options.ways;
    this.runId = options.runId;
    this.differences = options.differences;
  }
}

/** A caller that met a change of others may simply try again. */
export const changedByOthers = (cause?: unknown): AppError =>
  new AppError('unavailable', 'Others are changing the same record. Please try again.', {
    cause,
    retryAfterSeconds: 1,
  });

/** Returns the whole seconds until then, at least one, for a Retry-After header. */
export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** Finds the refusal among an error and its causes, because drizzle wraps the errors of its client. */
export const findAppError = (error: unknown): AppError | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AppError) {
      return current;
    }
  }

  return undefined;
};

/** True if an error or one of its causes is a timeout, as `AbortSignal.timeout` and the vendors' clients name it. */
export const isTimeout = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'TimeoutError' || current.name === 'AbortError') {
      return true;
    }
  }

  return false;
};
