import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { makeMatcher, NOT_FOUND, toAnswer, toEvent } from '../gateway.ts';
import type { HttpAnswer, HttpRequest } from '../http-server.ts';
import { readRoutes } from './portal-stack.ts';
import type { StackResource } from './stacks.ts';

/** As API Gateway answers for a function that threw, or that it may not call. */
const FAILED: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Internal Server Error"}',
};

interface Options {
  invoke(functionName: string, event: unknown): Promise<unknown>;
  onRefusal(refusal: string): void;
  logError(message: string, error: unknown): void;
}

/** The HTTP API of the template: its routes, each with the function that it may call. */
export const makeApi = (
  resources: readonly StackResource[],
  { invoke, onRefusal, logError }: Options,
): ((request: HttpRequest) => Promise<HttpAnswer>) => {
  const routes = readRoutes(resources);
  const matchRoute = makeMatcher(routes.map(({ routeKey, ...route }) => ({ id: routeKey, ...route })));

  return async (request) => {
    const match = matchRoute(request);
    const route = routes.find(({ routeKey }) => routeKey === match?.id);
    if (!match || !route) return NOT_FOUND;
    if (!route.isAllowed) {
      onRefusal(`API Gateway may not call ${route.functionName} for ${route.routeKey}`);

      return FAILED;
    }

    try {
      const result = await invoke(route.functionName, toEvent(request, match.parameters));

      return toAnswer(result as APIGatewayProxyStructuredResultV2);
    } catch (error) {
      logError(`${route.functionName} failed`, error);

      return FAILED;
    }
  };
};
