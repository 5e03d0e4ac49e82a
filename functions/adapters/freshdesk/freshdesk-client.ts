import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import {
  readRetryAfter,
  toAnswerFault,
  toConnectionFault,
  toKeyFault,
  toStatusFault,
} from './freshdesk-fault.ts';

/** How long Freshdesk is waited for, in milliseconds. */
export interface FreshdeskPatience {
  /** For one call, its answer included. */
  callMs: number;
  /** For the bytes of a file, which lie on another continent. */
  fileMs: number;
  /** What this invocation still has for its calls. */
  timeLeftMs(): number;
}

export const FRESHDESK_PATIENCE = { callMs: 4_000, fileMs: 15_000 };

const timeOf = ({ callMs, timeLeftMs }: FreshdeskPatience): number => Math.min(callMs, timeLeftMs());

/** What must be left of a call's time for another try to be worth the wait. */
const SECOND_TRY_MS = 500;

const KEY_LIFETIME_MS = 5 * 60_000;

interface FreshdeskRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v2. */
  path: string;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
}

interface FreshdeskAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Which parts of an answer do not fit, without what they say. */
const describeIssues = (error: z.ZodError): string =>
  error.issues.map(({ path, code }) => `${path.join('.') || 'all'} ${code}`).join(', ');

/** Kept for five minutes, or until Freshdesk refuses it. */
export const makeApiKey = (readKey: ReadSecret) => {
  let kept: { key: string; until: number } | undefined;

  const readSecretKey = async (): Promise<string> => {
    const key = (await readKey()).trim();
    if (!/^\w+$/.test(key)) {
      throw new Error('The secret holds no Freshdesk API key');
    }

    return key;
  };

  return {
    read: async (): Promise<string> => {
      if (kept && kept.until > Date.now()) {
        return kept.key;
      }
      const key = await readSecretKey().catch((error) => {
        throw toKeyFault(error);
      });
      kept = { key, until: Date.now() + KEY_LIFETIME_MS };

      return key;
    },
    forget: () => {
      kept = undefined;
    },
  };
};

export type ApiKey = ReturnType<typeof makeApiKey>;

/** Freshdesk's API v2 by fetch, each call in its time; no redirect is followed, so that the key goes nowhere else. */
export const makeFreshdeskClient = (apiKey: ApiKey, url: string, patience: FreshdeskPatience) => {
  const requestOnce = async (call: FreshdeskRequest, signal: AbortSignal): Promise<FreshdeskAnswer> => {
    const address = new URL(`/api/v2${call.path}`, url);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      address.searchParams.set(name, String(value));
    }
    const key = await apiKey.read();

    try {
      const answer = await fetch(address, {
        method: call.method,
        headers: {
          accept: 'application/json',
          // A Lambda that was frozen wakes with connections that the other side has closed; a ticket written to one
          // would be lost without anyone knowing, so none is kept.
          connection: 'close',
          authorization: `Basic ${Buffer.from(`${key}:X`).toString('base64')}`,
          ...(call.body && { 'content-type': 'application/json' }),
        },
        ...(call.body && { body: JSON.stringify(call.body) }),
        redirect: 'manual',
        signal,
      });
      if (answer.status === 401) {
        apiKey.forget();
      }

      return { status: answer.status, headers: answer.headers, body: await answer.text() };
    } catch (error) {
      throw toConnectionFault(call, error);
    }
  };

  /** Where Freshdesk has no calls left for now and says until when, that is waited for within the call's own time (D21). */
  const request = async (call: FreshdeskRequest): Promise<FreshdeskAnswer> => {
    const endsAt = Date.now() + timeOf(patience);
    const signal = AbortSignal.timeout(timeOf(patience));
    const answer = await requestOnce(call, signal);
    const waitMs = answer.status === 429 ? (readRetryAfter(answer.headers) ?? Infinity) * 1000 : Infinity;
    if (Date.now() + waitMs + SECOND_TRY_MS > endsAt) {
      return answer;
    }
    await wait(waitMs);

    return requestOnce(call, signal);
  };

  const read = <T>(call: FreshdeskRequest, body: string, schema: z.ZodType<T>): T => {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      throw toAnswerFault(call, 'is no JSON', true);
    }
    const parsed = schema.safeParse(json);
    if (!parsed.success) {
      throw toAnswerFault(call, `has another shape: ${describeIssues(parsed.error)}`, false);
    }

    return parsed.data;
  };

  /** Calls; a status that says no success is thrown unless it is one of `expected`. */
  const send = async (call: FreshdeskRequest, expected: readonly number[] = []): Promise<FreshdeskAnswer> => {
    const answer = await request(call);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (!isSuccess && !expected.includes(answer.status)) {
      throw toStatusFault(call, answer.status, answer.headers, answer.body);
    }

    return answer;
  };

  return {
    send,

    /** What the answer says; undefined if its status is one of `absent`. */
    ask: async <T>(
      call: FreshdeskRequest,
      schema: z.ZodType<T>,
      absent: readonly number[] = [],
    ): Promise<T | undefined> => {
      const { status, body } = await send(call, absent);

      return absent.includes(status) ? undefined : read(call, body, schema);
    },

    /** What the answer must say. */
    get: async <T>(call: FreshdeskRequest, schema: z.ZodType<T>): Promise<T> =>
      read(call, (await send(call)).body, schema),

    /** One page of a list, with whether there is another; undefined if its status is one of `absent`. */
    list: async <T>(
      call: FreshdeskRequest,
      schema: z.ZodType<T[]>,
      absent: readonly number[] = [],
    ): Promise<{ rows: T[]; hasMore: boolean } | undefined> => {
      const { status, headers, body } = await send(call, absent);
      if (absent.includes(status)) {
        return undefined;
      }

      return { rows: read(call, body, schema), hasMore: /rel="?next"?/.test(headers.get('link') ?? '') };
    },
  };
};

export type FreshdeskClient = ReturnType<typeof makeFreshdeskClient>;
