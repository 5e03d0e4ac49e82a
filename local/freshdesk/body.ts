import * as z from 'zod';
import type { HttpRequest } from '#local/http/http-server.ts';
import { type FieldFault, FreshdeskError, validationFailed } from './errors.ts';

const readJson = (request: HttpRequest): unknown => {
  if (request.body.length === 0) {
    return {};
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new FreshdeskError(415, {
      code: 'invalid_content_type',
      message: `Content-Type header is set to ${request.headers['content-type']}. It should be application/json`,
    });
  }
  try {
    return JSON.parse(request.body.toString());
  } catch {
    throw new FreshdeskError(400, {
      code: 'invalid_json',
      message: 'Request body has invalid json format',
    });
  }
};

const TYPE_NAMES: Record<string, string> = {
  string: 'String',
  number: 'Positive Integer',
  int: 'Positive Integer',
  boolean: 'Boolean',
  array: 'Array',
};

const TOO_BIG = (count: number, max: number) =>
  `Has ${count} characters, it can have maximum of ${max} characters`;

/** Schema of a text field of at most `max` characters; Freshdesk's refusal says how many it received. */
export const textUpTo = (max: number) =>
  z.string().check((context) => {
    if (context.value.length > max) {
      context.issues.push({
        code: 'custom',
        message: TOO_BIG(context.value.length, max),
        input: context.value,
      });
    }
  });

/** Schema of a number out of a list, which the refusal names. */
export const oneOf = (values: readonly number[]) =>
  z
    .number()
    .refine((value) => values.includes(value), `It should be one of these values: '${values.join(',')}'`);

export const positiveInteger = z.number().int().positive();

const toFaults = (issue: z.core.$ZodIssue, fields: unknown): FieldFault[] => {
  const field = String(issue.path[0] ?? '');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: key,
      message: 'Unexpected/invalid field in request',
      code: 'invalid_field',
    }));
  }
  if (issue.code !== 'invalid_type') {
    return [{ field, message: issue.message, code: 'invalid_value' }];
  }

  const isMissing = !Object.hasOwn(Object(fields), field);
  const message = `It should be a/an ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  return [{ field, message, code: isMissing ? 'missing_field' : 'datatype_mismatch' }];
};

/** Parses JSON and refuses, field by field, everything that the schema does not allow. */
export const readBody = <T>(request: HttpRequest, schema: z.ZodType<T>): T => {
  const fields = readJson(request);

  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    throw validationFailed(...parsed.error.issues.flatMap((issue) => toFaults(issue, fields)));
  }

  return parsed.data;
};
