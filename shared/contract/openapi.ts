import * as z from 'zod';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { ERROR_STATUS } from '#shared/errors.ts';
import { allRoutes } from './index.ts';
import type { Route } from './route.ts';

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

const describeSuccess = (route: Route) => {
  const status = route.status ?? 200;
  if (status === 204) return { [status]: { description: 'Done' } };

  const schema = route.contentType
    ? { type: 'string', format: 'binary' }
    : toSchema(route.response, 'output');

  return {
    [status]: { description: 'Success', content: { [route.contentType ?? 'application/json']: { schema } } },
  };
};

const describeErrors = (route: Route) => {
  const refused = [
    ...(route.params || route.query || route.body || route.idempotent ? [400] : []),
    ...(route.access === 'public' ? [] : [401]),
    ...(route.access === 'admin' || route.access === 'client' || route.method !== 'GET' ? [403] : []),
    ...(route.params ? [404] : []),
    500,
    503,
  ];

  return Object.fromEntries(refused.map((status) => [status, { $ref: '#/components/responses/Error' }]));
};

const describeRoute = (id: string, route: Route) => ({
  operationId: id,
  summary: route.summary,
  tags: [id.split('.')[0]],
  security: route.access === 'public' ? [] : [{ session: [] }],
  parameters: [
    ...toParameters(route.params, 'path'),
    ...toParameters(route.query, 'query'),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(route.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(route.body, 'input') } },
    },
  }),
  responses: { ...describeSuccess(route), ...describeErrors(route) },
});

const ERROR_RESPONSE = {
  description: 'Refused; the message is written for the user',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
};

/** The contract as an OpenAPI 3.1 document. */
export const makeOpenApi = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of allRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(id, route) };
  }

  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: '1' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
      responses: { Error: ERROR_RESPONSE },
    },
  };
};
