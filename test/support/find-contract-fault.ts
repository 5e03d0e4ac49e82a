import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { refusalsOf } from '#shared/contract/openapi.ts';
import type { Route } from '#shared/contract/route.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';

/** An answer as it goes out. */
export interface SentAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

const refusal = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  fields: z.record(z.string(), z.string().min(1)).optional(),
  current: z.unknown().optional(),
});

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Whether a value is what the schema lets out: parsing it again takes nothing away. */
const isExactly = (schema: z.ZodType, value: unknown): boolean => {
  const parsed = schema.safeParse(value);

  return parsed.success && isDeepStrictEqual(parsed.data, value);
};

const findSuccessFault = (route: Route, { headers, body }: SentAnswer): string | undefined => {
  const contentType = headers['content-type'];
  if (route.status === 204) return body === '' ? undefined : 'has a body with its 204';
  if (contentType !== (route.contentType ?? 'application/json')) return `is of type ${contentType}`;
  if (route.contentType) return headers['content-disposition'] ? undefined : 'is a file without a name';

  return isExactly(route.response, readJson(body)) ? undefined : 'has a body that the contract does not name';
};

const findRefusalFault = (route: Route, { status, headers, body }: SentAnswer): string | undefined => {
  const parsed = refusal.safeParse(readJson(body));
  if (!parsed.success) return `has no refusal in the body of its ${status}`;

  const { code, current } = parsed.data;
  if (ERROR_STATUS[code] !== status) return `says ${code} with ${status}`;
  if (!refusalsOf(route).includes(code)) return `refuses with ${code}, which the route does not declare`;
  if (current !== undefined && !(route.conflict && isExactly(route.conflict, current))) {
    return 'shows a `current` that the contract does not name';
  }
  if ((code === 'unavailable' || code === 'too_many_requests') && !headers['retry-after']) {
    return `says ${code} without Retry-After`;
  }

  return undefined;
};

/** What of an answer the contract of its route does not allow; undefined if it keeps to it. */
export const findContractFault = (route: Route, answer: SentAnswer): string | undefined => {
  if (answer.headers['cache-control'] !== 'no-store') return 'may be stored';

  return answer.status === (route.status ?? 200)
    ? findSuccessFault(route, answer)
    : findRefusalFault(route, answer);
};
