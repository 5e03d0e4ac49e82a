import type { BankFileRefusal, BilledLine, RunDifference, SecondStepWay } from '#shared/errors.ts';

/** The message if no answer arrives. */
export const UNREACHABLE = 'The portal cannot be reached. Check your connection and try again.';

/** The reason phrases of RFC 9110, because HTTP/2 and HTTP/3 answers carry no status text. */
const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

interface ApiErrorDetails {
  code?: string;
  fields?: Record<string, string>;
  current?: unknown;
  lines?: readonly BilledLine[];
  file?: BankFileRefusal | undefined;
  lineId?: number | undefined;
  ways?: readonly SecondStepWay[] | undefined;
  runId?: number | undefined;
  differences?: readonly RunDifference[] | undefined;
  retryAfterSeconds?: number;
  hasSentence?: boolean;
  cause?: unknown;
}

/** An answer that is not OK, or no answer at all (status 0). Its message may be shown to the user. */
export class ApiError extends Error {
  declare readonly status: number;
  declare readonly code: string | undefined;
  /** Sentences for form fields, by the name that the field has on the wire. */
  readonly fields: Record<string, string> = {};
  /** The current record, if a 409 contains it. */
  declare readonly current: unknown;
  /** The lines of an invoice that are billed already, if a 409 names them. */
  readonly lines: readonly BilledLine[] = [];
  /** What the answer shows of a bank's file. */
  readonly file: BankFileRefusal = {};
  /** The line of a bank's file to which a payment belongs. */
  declare readonly lineId: number | undefined;
  /** The ways to take the second step, while that of a sign-in is open. */
  declare readonly ways: readonly SecondStepWay[] | undefined;
  /** The billing run that is open. */
  declare readonly runId: number | undefined;
  /** What a draft has otherwise than the services of this moment. */
  declare readonly differences: readonly RunDifference[] | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  /** True if the answer itself said why; otherwise the message is the reason phrase of its status. */
  readonly hasSentence: boolean = false;

  constructor(status: number, message: string, { cause, ...details }: ApiErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name: 'ApiError', status, ...details });
  }
}

/** True if the session is another person's than the one whom the screen shows (D77). */
export const isOfOther = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'other_user';

/**
 * True if no more is to be said: the refusal leads to the sign-in page or to a page on which something comes first
 * (web/lib/session/session.ts), or the person declined the act (web/components/shell/proof-place.tsx).
 */
export const leadsAway = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.status === 401 ||
    /^((password|factor|second)_.*_required|declined)$/.test(`${error.code}`) ||
    isOfOther(error));

/** True if the server refused with 409: the state on the screen is out of date. */
export const isConflict = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 409 && !isOfOther(error);

/** Returns the sentence of the server, or `fallback` if there is none: only the status is known, or not even that. */
export const wordError = (error: Error, fallback: string): string => {
  const hasSaidWhy = error instanceof ApiError ? error.hasSentence : error.message !== '';

  return hasSaidWhy ? error.message : fallback;
};

const MINUTE_SECONDS = 60;

/** Says what to do after a refusal whose reason a toast gives. */
export const wordNextStep = (error: Error | null): string => {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) {
    return 'Try again in a moment.';
  }
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);

  return `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then press the button again.`;
};

/** Says why a read failed: never by the reason phrase of a status, which tells a person nothing. */
export const wordReadError = (error: Error): string =>
  error instanceof ApiError && error.status === 0
    ? error.message
    : wordError(error, 'The portal could not answer just now.');

interface ErrorBody {
  message?: unknown;
  error?: unknown;
  code?: unknown;
  fields?: unknown;
  current?: unknown;
  lines?: unknown;
  file?: BankFileRefusal;
  lineId?: number;
  ways?: readonly SecondStepWay[];
  runId?: number;
  differences?: readonly RunDifference[];
}

const parseObject = (text: string): ErrorBody | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const readFields = (fields: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, sentence]) => isText(sentence)));

const isLine = (line: unknown): line is BilledLine =>
  typeof line === 'object' && line !== null && 'index' in line && typeof line.index === 'number';

const readLines = (lines: unknown): BilledLine[] => (Array.isArray(lines) ? lines.filter(isLine) : []);

const readRetryAfterSeconds = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;

/**
 * Finds the message of an answer that is not OK: the field `message` of its JSON, or its field `error`, or its plain
 * text, or the reason phrase of its status. An HTML page is not a sentence for people and counts as no body.
 */
export const readApiError = async (response: Response): Promise<ApiError> => {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const text = isHtml ? '' : await response.text();
  const body = parseObject(text);
  const plainText = body === undefined ? text : '';

  const sentence = [body?.message, body?.error, plainText].find(isText);
  const message =
    sentence ??
    [response.statusText, STATUS_TEXTS[response.status]].find(isText) ??
    `Error ${response.status}`;
  const retryAfterSeconds = readRetryAfterSeconds(response.headers.get('retry-after'));

  return new ApiError(response.status, message, {
    ...(isText(body?.code) && { code: body.code }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    hasSentence: sentence !== undefined,
    fields: readFields(body?.fields),
    current: body?.current,
    lines: readLines(body?.lines),
    ...(body?.file && { file: body.file }),
    lineId: body?.lineId,
    ways: body?.ways,
    runId: body?.runId,
    differences: body?.differences,
  });
};
