import * as z from 'zod';
import type { HttpRequest } from '#local/http-server.ts';
import { type FieldFault, FreshdeskError, validationFailed } from './errors.ts';

/** What a request says, and the files that came with it. */
export interface Body<T> {
  fields: T;
  files: File[];
}

const FORM_TYPE = /^multipart\/form-data\b/i;

const readJson = (request: HttpRequest): unknown => {
  if (request.body.length === 0) return {};
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new FreshdeskError(415, {
      code: 'invalid_content_type',
      message: `Content-Type header is set to ${request.headers['content-type']}. It should be application/json`,
    });
  try {
    return JSON.parse(request.body.toString());
  } catch {
    throw new FreshdeskError(400, {
      code: 'invalid_json',
      message: 'Request body has invalid json format',
    });
  }
};

/** In a form everything is text: `tags[]` is an entry of a list, `custom_fields[cf_x]` one of a map. */
const readForm = async (request: HttpRequest) => {
  const form = await new Response(new Uint8Array(request.body), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => {
      throw new FreshdeskError(400, { code: 'invalid_json', message: 'Request body has invalid format' });
    });
  const fields: Record<string, unknown> = {};
  const files: File[] = [];

  for (const [name, value] of form) {
    const [, map, key] = /^(\w+)\[(\w*)\]$/.exec(name) ?? [];
    if (typeof value !== 'string') files.push(value);
    else if (map === undefined) fields[name] = readScalar(name, value);
    else if (key === '') fields[map] = [...((fields[map] as unknown[]) ?? []), value];
    else fields[map] = { ...((fields[map] as object) ?? {}), [key ?? '']: value };
  }

  return { fields, files };
};

const FLAGS = ['private', 'incoming'];
const NUMBERS = ['requester_id', 'responder_id', 'group_id', 'user_id', 'status', 'priority', 'source'];

const readScalar = (name: string, text: string): unknown => {
  if (FLAGS.includes(name) && ['true', 'false'].includes(text)) return text === 'true';

  return NUMBERS.includes(name) && /^\d{1,15}$/.test(text) ? Number(text) : text;
};

const TYPE_NAMES: Record<string, string> = {
  string: 'String',
  number: 'Positive Integer',
  int: 'Positive Integer',
  boolean: 'Boolean',
  array: 'Array',
  record: 'key/value pair',
  object: 'key/value pair',
};

const TOO_BIG = (count: number, max: number) =>
  `Has ${count} characters, it can have maximum of ${max} characters`;

/** A text field of at most `max` characters; Freshdesk says how many it got. */
export const textUpTo = (max: number) =>
  z.string().check((context) => {
    if (context.value.length > max)
      context.issues.push({
        code: 'custom',
        message: TOO_BIG(context.value.length, max),
        input: context.value,
      });
  });

/** A number out of a list, which the refusal names. */
export const oneOf = (values: readonly number[]) =>
  z
    .number()
    .refine((value) => values.includes(value), `It should be one of these values: '${values.join(',')}'`);

export const positiveInteger = z.number().int().positive();

const toFaults = (issue: z.core.$ZodIssue, fields: unknown): FieldFault[] => {
  const field = String(issue.path[0] ?? '');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: key,
      message: 'Unexpected/invalid field in request',
      code: 'invalid_field',
    }));
  if (issue.code !== 'invalid_type') return [{ field, message: issue.message, code: 'invalid_value' }];

  const isMissing = !Object.hasOwn(Object(fields), field);
  const message = `It should be a/an ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  return [{ field, message, code: isMissing ? 'missing_field' : 'datatype_mismatch' }];
};

/** Reads JSON or a form with files; whatever the schema does not allow is refused, field by field. */
export const readBody = async <T>(request: HttpRequest, schema: z.ZodType<T>): Promise<Body<T>> => {
  const isForm = FORM_TYPE.test(request.headers['content-type'] ?? '');
  const { fields, files } = isForm ? await readForm(request) : { fields: readJson(request), files: [] };

  const parsed = schema.safeParse(fields);
  if (!parsed.success)
    throw validationFailed(...parsed.error.issues.flatMap((issue) => toFaults(issue, fields)));

  return { fields: parsed.data, files };
};
