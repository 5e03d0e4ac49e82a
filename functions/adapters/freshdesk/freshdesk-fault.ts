import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { BrokenConnectionError } from './freshdesk-connection.ts';

/** Seconds that the helpdesk counts as down after it did not answer (D21). */
const DOWN_SECONDS = 30;
const RETRY_SECONDS_MAX = 3600;

const DOWN = 'The helpdesk does not answer just now. Please try again.';
const NOT_ALLOWED = 'The portal may not use the helpdesk at the moment. Please try again later.';

/**
 * https://developers.freshdesk.com/api/#error: only names and codes are read, because a message may quote what was
 * sent.
 */
const errorAnswer = z.object({
  errors: z.array(z.object({ field: z.string(), code: z.string() })),
});

const PORT_NAMES: Record<string, string> = {
  requester_id: 'contactId',
  user_id: 'contactId',
  group_id: 'groupId',
};

/** True if a log may hold this word from outside. */
const isName = (text: string) => /^\w{1,64}$/.test(text);

export interface FailedCall {
  method: string;
  path: string;
}

const describeCall = ({ method, path }: FailedCall) => `${method} ${path}`;

/** Returns the seconds after which an answer asks for a retry; undefined if it does not say. */
export const readRetryAfter = (headers: IncomingHttpHeaders): number | undefined => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);

  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, RETRY_SECONDS_MAX) : undefined;
};

/** Returns the fields that an answer refuses, by Freshdesk's names. */
export const readRefusedFields = (body: string): { field: string; code: string }[] => {
  try {
    const { errors } = errorAnswer.parse(JSON.parse(body));

    return errors.filter(({ field, code }) => isName(field) && isName(code));
  } catch {
    return [];
  }
};

/** Freshdesk's own id of the request, for Freshdesk's support. */
const describeRequest = (headers: IncomingHttpHeaders) => {
  const id = String(headers['x-request-id']);

  return headers['x-request-id'] && /^[\w-]{1,64}$/.test(id) ? `, request ${id}` : '';
};

/** Turns an error status into a `HelpdeskError`. */
export const toStatusFault = (
  call: FailedCall,
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
) => {
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

/** Errors of a connection that could not be opened. */
const UNOPENED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

const codeOf = (error: unknown): string => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') {
      return current.code;
    }
  }

  return '';
};

/**
 * The error for an answer that is missing or incomplete. A call that went over a reused connection may have arrived,
 * however the connection broke.
 */
export const toConnectionFault = (call: FailedCall, error: unknown) => {
  const { isReused, isTimeout } =
    error instanceof BrokenConnectionError ? error : { isReused: false, isTimeout: false };
  const what = isTimeout ? 'did not answer in time' : 'broke the connection';

  return new HelpdeskError('unavailable', DOWN, {
    outcome: !isReused && UNOPENED.includes(codeOf(error)) ? 'not-done' : 'uncertain',
    isOutage: true,
    isUnanswered: true,
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error(`Freshdesk ${what}: ${describeCall(call)}`, { cause: error }),
  });
};

/** The error for an answer whose status is a success but which cannot be read; `isOutage` if it is not JSON at all. */
export const toAnswerFault = (call: FailedCall, problem: string, isOutage: boolean) =>
  new HelpdeskError('unavailable', DOWN, {
    outcome: 'uncertain',
    isOutage,
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error(`Freshdesk's answer to ${describeCall(call)} ${problem}`),
  });

/**
 * The error for a file whose bytes could not be fetched. The log does not name the file's address, because the address
 * alone gives access to the file.
 */
export const toFileFault = (error: unknown) =>
  new HelpdeskError('unavailable', 'This file cannot be fetched just now. Please try again.', {
    outcome: 'not-done',
    retryAfterSeconds: DOWN_SECONDS,
    cause: new Error('An attachment was not fetched', { cause: error }),
  });

/** The error for a missing key: without it the helpdesk is not called. */
export const toKeyFault = (cause: unknown) =>
  new HelpdeskError('unavailable', NOT_ALLOWED, {
    outcome: 'not-done',
    isKeyRefused: true,
    retryAfterSeconds: DOWN_SECONDS,
    cause,
  });
