import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/errors.ts';
import { labelOf, wordIssue } from './word-issue.ts';

export const BODY_BYTES_MAX = 512 * 1024;

/** More than any form shows. The limit keeps a request of a few bytes from causing a long answer. */
const ANSWERED_ISSUES_MAX = 50;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const readBody = (bytesMax: number, { body, isBase64Encoded }: APIGatewayProxyEventV2): unknown => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bytesMax) {
    throw new AppError('payload_too_large', 'The request is too large.');
  }
  if (bytes.length === 0) {
    return {};
  }

  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    const sentence = 'The request body is not valid JSON.';
    throw new AppError('invalid_request', sentence, { cause, fields: { body: sentence } });
  }
};

const parsePart = (schema: z.ZodType, input: unknown): unknown => {
  const parsed = schema.safeParse(input, { error: wordIssue });
  if (parsed.success) {
    return parsed.data;
  }

  const issues = parsed.error.issues.slice(0, ANSWERED_ISSUES_MAX);
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    fields[issue.path.join('.') || 'body'] ??= issue.message;
  }

  throw new AppError('invalid_request', issues[0]?.message ?? 'The request is not valid.', {
    cause: parsed.error,
    fields,
  });
};

/** Refuses a body that contradicts a parameter of the path; the body may repeat it. */
const requireSameAsInPath = (params: object, body: object) => {
  const inPath = new Map<string, unknown>(Object.entries(params));
  const wrong = Object.entries(body).find(([name, value]) => inPath.has(name) && inPath.get(name) !== value);
  if (!wrong) {
    return;
  }

  const [name] = wrong;
  const sentence = `${labelOf([name])} must be the same as in the address`;
  throw new AppError('invalid_request', sentence, { fields: { [name]: sentence } });
};

/** Parses the request with the contract. Nothing else in a handler may answer 400. */
export const parseRequest = (route: Route, event: APIGatewayProxyEventV2) => {
  const params = route.params && parsePart(route.params, event.pathParameters ?? {});
  const query = route.query && parsePart(route.query, event.queryStringParameters ?? {});
  const body = route.body && parsePart(route.body, readBody(route.bodyBytesMax ?? BODY_BYTES_MAX, event));
  requireSameAsInPath(params ?? {}, body ?? {});

  return { ...(route.params && { params }), ...(route.query && { query }), ...(route.body && { body }) };
};
