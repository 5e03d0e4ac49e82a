import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { makeWaitingLine } from '#shared/bank/waiting-line.ts';
import { allRoutes } from '#shared/contract/index.ts';
import {
  chooseEncoding,
  ORIGIN_VERIFY_HEADER,
  REQUEST_HEADERS,
  VIEWER_ADDRESS_HEADER,
  VIEWER_ENCODING_HEADER,
} from '#shared/edge.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-server.ts';
import { makeLambdaContext } from './lambda-context.ts';

/** The timeout that infra/routes.ts sets. */
const ROUTE_TIMEOUT_SECONDS = 29;

/**
 * On AWS each request has a separate Lambda; here all share one process and perhaps one connection to the database.
 * Further requests wait before the handler, where no time limit runs, instead of inside, where each call has one.
 * Together with the tasks they stay below the number of the pool's connections (local/data-api/sql-server.ts).
 */
export const HANDLERS_AT_ONCE_MAX = 20;

type RouteHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

interface Matched<Id extends string> {
  id: Id;
  /** Values of the route's parameters in the path. */
  parameters: Record<string, string>;
}

/**
 * Makes a function that finds the route of a request as API Gateway does; a route without parameters wins over one with
 * parameters.
 */
export const makeMatcher = <Id extends string>(
  routes: readonly { id: Id; method: string; path: string }[],
): ((request: Pick<HttpRequest, 'method' | 'url'>) => Matched<Id> | undefined) => {
  const matchers = routes
    .map(({ id, method, path }) => ({
      id,
      method,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      parameters: path.split('{').length - 1,
    }))
    .toSorted((a, b) => a.parameters - b.parameters);

  return (request) => {
    for (const { id, method, pattern } of matchers) {
      const match = method === request.method ? pattern.exec(request.url.pathname) : null;
      if (!match) {
        continue;
      }

      const segments = Object.entries(match.groups ?? {});

      return { id, parameters: Object.fromEntries(segments.map(([name, value]) => [name, decode(value)])) };
    }

    return undefined;
  };
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Finds the contract's route of a request, and the values of its parameters. */
export const matchRoute = makeMatcher(allRoutes.map(([id, { method, path }]) => ({ id, method, path })));

const loadHandler = async (routeId: string): Promise<RouteHandler> => {
  const file = new URL(`../../functions/handlers/${routeId.replace('.', '/')}.ts`, import.meta.url);
  const module: { handler: RouteHandler } = await import(fileURLToPath(file));

  return module.handler;
};

const joinHeaders = (headers: HttpRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );

/** Joins the values of a parameter that is given twice by commas, as API Gateway does. */
const joinParameters = (parameters: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));

/** Types that an HTTP API passes on as text; it encodes every other body in base64, also one without a type. */
const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))\b)/i;

const toBody = ({ body, headers }: HttpRequest) => {
  const isBase64Encoded = body.length > 0 && !TEXT_TYPE.test(headers['content-type'] ?? '');

  return {
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};

/** Makes the event of an HTTP API, payload format 2.0. */
export const toEvent = (
  request: HttpRequest,
  pathParameters: Record<string, string>,
): APIGatewayProxyEventV2 => {
  const { cookie, ...headers } = joinHeaders(request.headers);
  const requestId = randomUUID();

  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: request.url.pathname,
    rawQueryString: request.url.search.slice(1),
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers,
    ...(request.url.search && { queryStringParameters: joinParameters(request.url.searchParams) }),
    pathParameters,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: request.method,
        path: request.url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: request.address,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...toBody(request),
  };
};

export const toAnswer = (result: APIGatewayProxyStructuredResultV2): HttpAnswer => ({
  status: result.statusCode ?? 200,
  headers: {
    ...Object.fromEntries(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)])),
    ...(result.cookies?.length && { 'set-cookie': result.cookies }),
  },
  ...(result.body !== undefined && {
    body: result.isBase64Encoded ? Buffer.from(result.body, 'base64') : result.body,
  }),
});

/** Returns the request as CloudFront sends it: with the headers that it passes on and the three that it adds. */
export const passEdge = (request: HttpRequest, originVerifySecret: string): HttpRequest => {
  const passed = Object.entries(request.headers).filter(
    ([name]) => name === 'cookie' || REQUEST_HEADERS.includes(name),
  );
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));

  return {
    ...request,
    headers: {
      ...Object.fromEntries(passed),
      [ORIGIN_VERIFY_HEADER]: originVerifySecret,
      [VIEWER_ADDRESS_HEADER]: request.address,
      ...(encoding && { [VIEWER_ENCODING_HEADER]: encoding }),
    },
  };
};

/** API Gateway's own answer to a path that no route has. */
export const NOT_FOUND = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Not Found"}',
} as const satisfies HttpAnswer;

/** Answers /api as API Gateway does, with the handlers of the contract; nothing here names a route. */
export const makeGateway = (originVerifySecret: string, timeoutSeconds = ROUTE_TIMEOUT_SECONDS) => {
  const handlers = new Map<string, Promise<RouteHandler>>();
  const inTurn = makeWaitingLine(HANDLERS_AT_ONCE_MAX);

  const handlerOf = (routeId: string): Promise<RouteHandler> => {
    const loaded = handlers.get(routeId) ?? loadHandler(routeId);
    handlers.set(routeId, loaded);

    return loaded;
  };

  return {
    /** Loads every handler before its first call. */
    warm: () => Promise.all(allRoutes.map(([id]) => handlerOf(id))),

    answer: async (request: HttpRequest): Promise<HttpAnswer> => {
      const route = matchRoute(request);
      if (!route) {
        return { ...NOT_FOUND, headers: { ...NOT_FOUND.headers, 'cache-control': 'no-store' } };
      }

      const result = await inTurn(async () => {
        const handler = await handlerOf(route.id);

        return handler(
          toEvent(passEdge(request, originVerifySecret), route.parameters),
          makeLambdaContext(route.id, timeoutSeconds),
        );
      });

      return toAnswer(result as APIGatewayProxyStructuredResultV2);
    },
  };
};
