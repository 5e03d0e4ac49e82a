import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/errors.ts';

export const BODY_BYTES_MAX = 512 * 1024;

const readBody = ({ body, isBase64Encoded }: APIGatewayProxyEventV2): unknown => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > BODY_BYTES_MAX) throw new AppError('payload_too_large', 'The request is too large.');
  if (bytes.length === 0) return {};

  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid_request', 'The request body is not valid JSON.', {
      cause,
      fields: { body: 'Not valid JSON' },
    });
  }
};

/** Words for what a schema has no sentence of its own for; they name the field. */
const wordIssue = (issue: z.core.$ZodRawIssue): string | undefined => {
  const field = issue.path?.join('.') || 'The body';
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? `${field} is required` : `${field} must be of type ${issue.expected}`;
  }

  return issue.code === 'custom' ? undefined : `${field} is not valid`;
};

const parsePart = (schema: z.ZodType, input: unknown): unknown => {
  const parsed = schema.safeParse(input, { error: wordIssue });
  if (parsed.success) return parsed.data;

  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;

  throw new AppError('invalid_request', parsed.error.issues[0]?.message ?? 'The request is not valid.', {
    cause: parsed.error,
    fields,
  });
};

/** A body may repeat a parameter of the path, but not contradict it. */
const requireSameAsInPath = (params: object, body: object) => {
  const inPath = new Map<string, unknown>(Object.entries(params));
  const wrong = Object.entries(body).find(([name, value]) => inPath.has(name) && inPath.get(name) !== value);
  if (!wrong) return;

  const [name] = wrong;
  const sentence = `${name} must be the same as in the path`;
  throw new AppError('invalid_request', sentence, { fields: { [name]: sentence } });
};

/** Parses the request with the contract. Nothing else in a handler may answer 400. */
export const parseRequest = (route: Route, event: APIGatewayProxyEventV2) => {
  const params = route.params && parsePart(route.params, event.pathParameters ?? {});
  const query = route.query && parsePart(route.query, event.queryStringParameters ?? {});
  const body = route.body && parsePart(route.body, readBody(event));
  requireSameAsInPath(params ?? {}, body ?? {});

  return { ...(route.params && { params }), ...(route.query && { query }), ...(route.body && { body }) };
};
