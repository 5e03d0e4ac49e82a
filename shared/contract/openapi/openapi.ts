import * as z from 'zod';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { SESSION_COOKIE, SHOWN_USER_HEADER } from '#shared/edge.ts';
import { ERROR_STATUS, type ErrorCode, SECOND_STEP_WAYS } from '#shared/errors.ts';
import { noContent } from '../fields.ts';
import { allRoutes } from '../index.ts';
import type { Route } from '../route.ts';

type JsonSchema = Record<string, unknown>;

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });

  return rest;
};

const toParameters = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = schema ? toSchema(schema, 'input') : {};

  return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema: property,
  }));
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body answers the first answer again, for 24 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const SHOWN_USER = {
  name: SHOWN_USER_HEADER,
  in: 'header',
  required: false,
  description: 'The user whom the page shows; the session of another user refuses the request.',
  schema: { type: 'integer', minimum: 0 },
};

/** True if the route compares its session's user with the one whom the page shows. */
const takesShownUser = (route: Route): boolean => route.access !== 'public' || route.endsSession === true;

const describeSuccess = (route: Route) => {
  const status = route.status ?? 200;
  if (route.response === noContent) {
    return { [status]: { description: 'Done' } };
  }

  const schema = route.contentType
    ? { type: 'string', format: 'binary' }
    : toSchema(route.response, 'output');
  const content = { [route.contentType ?? 'application/json']: { schema } };

  return {
    [status]: { description: 'Success', content },
    ...(route.mayBeEmpty && { 204: { description: 'Done; there is nothing to tell' } }),
    ...(route.mayWait && { 202: { description: 'Stored; it waits to be sent', content } }),
    ...(route.contentType === 'application/octet-stream' && {
      303: { description: 'The file is elsewhere' },
    }),
  };
};

const when = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);

/** Returns every code with which a route may refuse: its `refuses`, and those that follow from its other fields. */
export const refusalsOf = (route: Route): ErrorCode[] => [
  ...when(
    route.params || route.query || route.body || route.keeps || takesShownUser(route),
    'invalid_request',
  ),
  ...when(route.access !== 'public', 'unauthenticated', 'no_cookie'),
  ...when(takesShownUser(route), 'other_user'),
  'forbidden',
  ...when(route.access !== 'public', 'second_step_required'),
  ...when(route.access !== 'public' && !route.beforeNewPassword, 'password_change_required'),
  ...when(route.access !== 'public' && !route.beforeSetUp, 'factor_set_up_required'),
  ...when(route.needsProof, 'proof_required'),
  ...when(route.params, 'not_found'),
  ...when(route.conflict, 'conflict'),
  ...when(route.keeps, 'conflict', 'unprocessable'),
  ...when(route.body, 'payload_too_large'),
  ...(route.refuses ?? []),
  'internal',
  'unavailable',
];

const describeRefusal = (route: Route, code: ErrorCode) => {
  if (code === 'conflict' && route.conflict) {
    return makeConflict(route.conflict);
  }

  const isForLater =
    code === 'too_many_requests' ||
    code === 'unavailable' ||
    (ERROR_STATUS[code] === ERROR_STATUS.conflict && route.keeps);

  return { $ref: `#/components/responses/${isForLater ? 'RetryLater' : 'Error'}` };
};

const makeConflict = (current: z.ZodType) => ({
  description: 'Refused, where it helps with what the record is now',
  content: {
    'application/json': {
      schema: { allOf: [ERROR_SCHEMA, { properties: { current: toSchema(current, 'output') } }] },
    },
  },
});

const describeErrors = (route: Route) =>
  Object.fromEntries(refusalsOf(route).map((code) => [ERROR_STATUS[code], describeRefusal(route, code)]));

const describeRoute = (id: string, route: Route) => ({
  operationId: id,
  summary: route.summary,
  tags: [id.split('.')[0]],
  security: route.access === 'public' ? [] : [{ session: [] }],
  parameters: [
    ...toParameters(route.params, 'path'),
    ...toParameters(route.query, 'query'),
    ...(route.keeps ? [IDEMPOTENCY_KEY] : []),
    ...(takesShownUser(route) ? [SHOWN_USER] : []),
  ],
  ...(route.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(route.body, 'input') } },
    },
  }),
  responses: { ...describeSuccess(route), ...describeErrors(route) },
});

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

const ERROR_RESPONSE = {
  description: 'Refused; the message is written for the user',
  content: { 'application/json': { schema: ERROR_SCHEMA } },
};

const COMPONENTS = {
  securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
  schemas: {
    Error: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        ways: {
          type: 'array',
          items: { enum: SECOND_STEP_WAYS },
          description: 'The ways to take the second step of a sign-in',
        },
        runId: { type: 'integer', description: 'With run_open: the billing run that is open' },
        differences: {
          type: 'array',
          description:
            'With run_changed: the lines whose amount is another one now; null where a line is new, or gone',
          items: {
            type: 'object',
            required: ['userId', 'OWNumber', 'name', 'service', 'from', 'to', 'was', 'is'],
            properties: {
              userId: { type: 'integer' },
              OWNumber: { type: 'string' },
              name: { type: 'string' },
              service: { type: 'string' },
              from: { type: 'string', format: 'date' },
              to: { type: 'string', format: 'date' },
              was: { type: ['number', 'null'] },
              is: { type: ['number', 'null'] },
            },
          },
        },
        lineId: { type: 'integer', description: 'The line of the bank from which a payment came' },
        lines: {
          type: 'array',
          description: 'With already_billed: the lines, and the invoice on which each is; null for this one',
          items: {
            type: 'object',
            required: ['index', 'invoiceId', 'invoiceNumber'],
            properties: {
              index: { type: 'integer' },
              invoiceId: { type: ['integer', 'null'] },
              invoiceNumber: { type: ['string', 'null'] },
            },
          },
        },
        file: {
          type: 'object',
          description:
            "What is shown of a bank's file: rows with columns_unknown, one row with balance_breaks",
          properties: {
            rows: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
            rowsFrom: { type: 'integer' },
            row: { type: 'integer' },
            quoted: { type: 'string' },
            mayDropBalances: { type: 'boolean' },
          },
        },
      },
    },
  },
  responses: {
    Error: ERROR_RESPONSE,
    RetryLater: {
      ...ERROR_RESPONSE,
      headers: {
        'Retry-After': {
          description: 'After how many seconds the same request may succeed',
          schema: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
};

/** Returns the contract as an OpenAPI 3.1 document. */
export const makeOpenApi = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of allRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(id, route) };
  }

  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: '1' },
    paths,
    components: COMPONENTS,
  };
};
