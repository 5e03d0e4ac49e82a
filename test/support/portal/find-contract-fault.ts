import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { secondStepWay } from '#shared/contract/factors.ts';
import { fileElsewhere, noContent } from '#shared/contract/fields.ts';
import { refusalsOf } from '#shared/contract/openapi/openapi.ts';
import type { Route } from '#shared/contract/route.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';

/** An answer as sent. */
export interface SentAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

const waiting = z.object({ delivery: z.literal('waiting') });

const refusal = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  fields: z.record(z.string(), z.string().min(1)).optional(),
  current: z.unknown().optional(),
  lineId: z.number().int().optional(),
  runId: z.number().int().optional(),
  differences: z
    .array(
      z.strictObject({
        userId: z.int(),
        OWNumber: z.string(),
        name: z.string(),
        service: z.string(),
        from: z.string(),
        to: z.string(),
        was: z.number().nullable(),
        is: z.number().nullable(),
      }),
    )
    .optional(),
  ways: z.array(secondStepWay).optional(),
  lines: z
    .array(
      z.strictObject({
        index: z.number().int(),
        invoiceId: z.number().int().nullable(),
        invoiceNumber: z.string().nullable(),
      }),
    )
    .optional(),
  file: z
    .strictObject({
      rows: z.array(z.array(z.string())),
      rowsFrom: z.int(),
      row: z.int(),
      quoted: z.string(),
      mayDropBalances: z.boolean(),
    })
    .partial()
    .optional(),
});

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** True if the schema accepts the value and would remove nothing from it. */
const isExactly = (schema: z.ZodType, value: unknown): boolean => {
  const parsed = schema.safeParse(value);

  return parsed.success && isDeepStrictEqual(parsed.data, value);
};

/** Finds a fault in the answer for a file that is stored elsewhere, which is its address and nothing else. */
const findElsewhereFault = ({ headers, body }: SentAnswer): string | undefined => {
  const location = headers.location;
  if (body !== '') {
    return 'has a body with its 303';
  }

  return fileElsewhere.safeParse({ location }).success ? undefined : `leads to ${location}`;
};

/** Finds an answer whose 202 and whose `delivery` disagree about a message that waits. */
const findDeliveryFault = (route: Route, { status, body }: SentAnswer): string | undefined => {
  const isWaiting = waiting.safeParse(readJson(body)).success;
  if (route.mayWait && isWaiting !== (status === 202)) {
    return `says with ${status} that it was sent or waits`;
  }

  return undefined;
};

const findSuccessFault = (route: Route, answer: SentAnswer): string | undefined => {
  const { status, headers, body } = answer;
  if (status === 303) {
    return findElsewhereFault(answer);
  }
  const contentType = headers['content-type'];
  if (route.response === noContent || (route.mayBeEmpty && status === 204)) {
    return body === '' ? undefined : `has a body with its ${status}`;
  }
  if (contentType !== (route.contentType ?? 'application/json')) {
    return `is of type ${contentType}`;
  }
  if (route.contentType) {
    return headers['content-disposition'] ? undefined : 'is a file without a name';
  }

  if (!isExactly(route.response, readJson(body))) {
    return 'has a body that the contract does not name';
  }

  return findDeliveryFault(route, answer);
};

/** Lists the success statuses of a route. */
export const successesOf = (route: Route): number[] => [
  route.status ?? 200,
  ...(route.mayWait ? [202] : []),
  ...(route.mayBeEmpty ? [204] : []),
  ...(route.contentType === 'application/octet-stream' ? [303] : []),
];

const findRefusalFault = (route: Route, { status, headers, body }: SentAnswer): string | undefined => {
  const parsed = refusal.safeParse(readJson(body));
  if (!parsed.success) {
    return `has no refusal in the body of its ${status}`;
  }

  const { code, current } = parsed.data;
  if (ERROR_STATUS[code] !== status) {
    return `says ${code} with ${status}`;
  }
  if (!refusalsOf(route).includes(code)) {
    return `refuses with ${code}, which the route does not declare`;
  }
  if (current !== undefined && !(route.conflict && isExactly(route.conflict, current))) {
    return 'shows a `current` that the contract does not name';
  }
  if ((code === 'unavailable' || code === 'too_many_requests') && !headers['retry-after']) {
    return `says ${code} without Retry-After`;
  }

  return undefined;
};

/** Returns the first fault by which an answer breaks its route's contract; undefined if there is none. */
export const findContractFault = (route: Route, answer: SentAnswer): string | undefined => {
  if (answer.headers['cache-control'] !== 'no-store') {
    return 'may be stored';
  }

  return successesOf(route).includes(answer.status)
    ? findSuccessFault(route, answer)
    : findRefusalFault(route, answer);
};
