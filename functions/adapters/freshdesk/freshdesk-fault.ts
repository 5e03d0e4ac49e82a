import * as z from 'zod';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';

/** How long the helpdesk counts as down after it did not answer (D21). */
const DOWN_SECONDS = 30;
const RETRY_SECONDS_MAX = 3600;

const DOWN = 'The helpdesk does not answer just now. Please try again.';
const NOT_ALLOWED = 'The portal may not use the helpdesk at the moment. Please try again later.';

/** https://developers.freshdesk.com/api/#error: only names and codes are read, a message may quote what was sent. */
const errorAnswer = z.object({
  errors: z.array(z.object({ field: z.string(), code: z.string() })),
});

const PORT_NAMES: Record<string, string> = {
  requester_id: 'contactId',
  user_id: 'contactId',
  group_id: 'groupId',
};

/** What a log may hold of a word that came from outside. */
const isName = (text: string) => /^\w{1,64}$/.test(text);

export interface FailedCall {
  method: string;
  path: string;
}

const describeCall = ({ method, path }: FailedCall) => `${method} ${path}`;

/** After how many seconds an answer asks to be tried again; undefined if it does not say. */
export const readRetryAfter = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);

  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, RETRY_SECONDS_MAX) : undefined;
};

/** The fields that an answer refuses, by Freshdesk's names. */
export const readRefusedFields = (body: string): { field: string; code: string }[] => {
  try {
    const { errors } = errorAnswer.parse(JSON.parse(body));

    return errors.filter(({ field, code }) => isName(field) && isName(code));
  } catch {
    return [];
  }
};

/** Freshdesk's own number of the request, for its support. */
const describeRequest = (headers: Headers) => {
  const id = headers.get('x-request-id') ?? '';

  return /^[\w-]{1,64}$/.test(id) ? `, request ${id}` : '';
};

/** What an error status means. */
export const toStatusFault = (call: FailedCall, status: number, headers: Headers, body: string) => {
  const refused = readRefusedFields(body);
  const details = refused.map(({ field, code }) => ` ${field} ${code}`).join(',');
  const cause = new Error(
    `Freshdesk answered ${status} to ${describeCall(call)}${details}${describeRequest(headers)}`,
  );

  if (status === 429) {
    return new HelpdeskError('unavailable', 'The helpdesk is busy just now. Please try again in a moment.', {
      outcome: 'not-done',
      retryAfterSeconds: readRetryAfter(headers) ?? DOWN_SECONDS,
      cause,
    });
  }
  if (status === 401 || status === 403) {
    return new HelpdeskError('unavailable', NOT_ALLOWED, {
      outcome: 'not-done',
      isKeyRefused: true,
      retryAfterSeconds: DOWN_SECONDS,
      cause,
    });
  }
  if (status === 408 || status < 400) {
    return new HelpdeskError('unavailable', DOWN, {
      outcome: 'not-done',
      isOutage: true,
      retryAfterSeconds: DOWN_SECONDS,
      cause,
    });
  }
  if (status >= 500) {
    return new HelpdeskError('unavailable', DOWN, {
      outcome: 'uncertain',
      isOutage: true,
      retryAfterSeconds: readRetryAfter(headers) ?? DOWN_SECONDS,
      cause,
    });
  }
  if (status === 409) {
    return new HelpdeskError(
      'conflict',
      'The helpdesk has changed meanwhile. Please refresh and try again.',
      {
        outcome: 'refused',
        refusedFields: refused.map(({ field }) => PORT_NAMES[field] ?? field),
        cause,
      },
    );
  }

  return new HelpdeskError('unprocessable', 'The helpdesk did not accept this.', {
    outcome: 'refused',
    refusedFields: refused.map(({ field }) => PORT_NAMES[field] ?? field),
    cause,
  });
};

/** Faults of Node's and undici's that come before a request is sent. */
const UNSENT = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

const codeOf = (error: unknown): string => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') {
      return current.code;
    }
  }

  return '';
};

/** No answer, or not the whole of it. */
export const toConnectionFault = (call: FailedCall, error: unknown) => {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const what = isTimeout ? 'did not answer in time' : 'broke the connection';

  return new HelpdeskError('unavailable', DOWN, {
    outcome: UNSENT.includes(codeOf(error)) ? 'not-done' : 'uncertain',
    isOutage: true,
    isUnanswered: true,
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error(`Freshdesk ${what}: ${describeCall(call)}`, { cause: error }),
  });
};

/** An answer that says success in a form that nobody can read; `isOutage` if it is no JSON at all. */
export const toAnswerFault = (call: FailedCall, problem: string, isOutage: boolean) =>
  new HelpdeskError('unavailable', DOWN, {
    outcome: 'uncertain',
    isOutage,
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error(`Freshdesk's answer to ${describeCall(call)} ${problem}`),
  });

/** The bytes of a file did not come. A log does not name their address, which is as good as the file. */
export const toFileFault = (error: unknown) =>
  new HelpdeskError('unavailable', 'This file cannot be fetched just now. Please try again.', {
    outcome: 'not-done',
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error('An attachment was not fetched', { cause: error }),
  });

/** Without our key nothing is asked. */
export const toKeyFault = (cause: unknown) =>
  new HelpdeskError('unavailable', NOT_ALLOWED, {
    outcome: 'not-done',
    isKeyRefused: true,
    retryAfterSeconds: DOWN_SECONDS,
    cause,
  });
