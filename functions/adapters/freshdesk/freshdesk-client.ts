import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { FreshdeskAnswer, FreshdeskConnection } from './freshdesk-connection.ts';
import {
  readRetryAfter,
  toAnswerFault,
  toConnectionFault,
  toKeyFault,
  toStatusFault,
} from './freshdesk-fault.ts';

/** Time limits of calls to Freshdesk, in ms. */
export interface FreshdeskPatience {
  /** For one call, including its answer. */
  callMs: number;
  /** For the bytes of a file, which are stored on another continent. */
  fileMs: number;
  /** Time that this invocation has left for its calls. */
  timeLeftMs(): number;
}

export const FRESHDESK_PATIENCE = { callMs: 4_000, fileMs: 15_000 };

const timeOf = ({ callMs, timeLeftMs }: FreshdeskPatience): number => Math.min(callMs, timeLeftMs());

/** Time that must be left of a call for a second try to be worth the wait. */
const SECOND_TRY_MS = 500;

const KEY_LIFETIME_MS = 5 * 60_000;

/** The account's calls in a minute, as an answer tells them: https://developers.freshdesk.com/api/#ratelimit */
export interface CallLimits {
  total: number;
  remaining: number;
  /** Seconds until more calls are left, if none is. */
  retryAfterSeconds: number | undefined;
}

/** What all calls of an invocation share. */
export interface FreshdeskAccess {
  connect(): FreshdeskConnection;
  noteLimits(limits: CallLimits): void;
}

const readLimits = ({ status, headers }: FreshdeskAnswer): CallLimits | undefined => {
  const total = Number(headers['x-ratelimit-total'] ?? Number.NaN);
  const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
  if (!Number.isInteger(total) || !Number.isInteger(remaining) || remaining < 0 || remaining > total) {
    return undefined;
  }
  const isUsedUp = status === 429 && remaining === 0;

  return { total, remaining, retryAfterSeconds: isUsedUp ? readRetryAfter(headers) : undefined };
};

interface FreshdeskRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v2. */
  path: string;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
}

/** Names the parts of an answer that do not fit, without their values. */
const describeIssues = (error: z.ZodError): string =>
  error.issues.map(({ path, code }) => `${path.join('.') || 'all'} ${code}`).join(', ');

/** Keeps the API key for five minutes, or until Freshdesk refuses it. */
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

/**
 * Calls Freshdesk's API v2, each call within its time limit. No redirect is followed, so that the key goes nowhere
 * else.
 */
export const makeFreshdeskClient = (
  apiKey: ApiKey,
  { connect, noteLimits }: FreshdeskAccess,
  patience: FreshdeskPatience,
) => {
  const requestOnce = async (call: FreshdeskRequest, signal: AbortSignal): Promise<FreshdeskAnswer> => {
    const connection = connect();
    const address = new URL(`/api/v2${call.path}`, connection.url);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      address.searchParams.set(name, String(value));
    }
    const key = await apiKey.read();

    try {
      const answer = await connection.send(address, {
        method: call.method,
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${key}:X`).toString('base64')}`,
          ...(call.body && { 'content-type': 'application/json' }),
        },
        body: call.body && JSON.stringify(call.body),
        signal,
      });
      if (answer.status === 401) {
        apiKey.forget();
      }
      const limits = readLimits(answer);
      if (limits) {
        noteLimits(limits);
      }

      return answer;
    } catch (error) {
      throw toConnectionFault(call, error);
    }
  };

  /**
   * Sends a call. If Freshdesk has no calls left and says until when, waits for that within the call's own time limit
   * (D21).
   */
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

  /** Sends a call; throws on a status that is no success, unless it is one of `expected`. */
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

    /** Returns the parsed answer; undefined if its status is one of `absent`. */
    ask: async <T>(
      call: FreshdeskRequest,
      schema: z.ZodType<T>,
      absent: readonly number[] = [],
    ): Promise<T | undefined> => {
      const { status, body } = await send(call, absent);

      return absent.includes(status) ? undefined : read(call, body, schema);
    },

    /** Returns the parsed answer. */
    get: async <T>(call: FreshdeskRequest, schema: z.ZodType<T>): Promise<T> =>
      read(call, (await send(call)).body, schema),

    /** Returns one page of a list and whether there is another; undefined if its status is one of `absent`. */
    list: async <T>(
      call: FreshdeskRequest,
      schema: z.ZodType<T[]>,
      absent: readonly number[] = [],
    ): Promise<{ rows: T[]; hasMore: boolean } | undefined> => {
      const { status, headers, body } = await send(call, absent);
      if (absent.includes(status)) {
        return undefined;
      }

      return { rows: read(call, body, schema), hasMore: /rel="?next"?/.test(String(headers.link)) };
    },
  };
};

export type FreshdeskClient = ReturnType<typeof makeFreshdeskClient>;
