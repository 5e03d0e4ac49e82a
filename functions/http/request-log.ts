import type { MiddlewareObj } from '@middy/core';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { callsVendor } from './vendor-routes.ts';

/** Returns the ids of the records in the path. Only numbers, because any other text was typed by somebody. */
const readRecordIds = ({ pathParameters }: PortalEvent): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(pathParameters ?? {}).filter(([, value]) => /^-?\d{1,10}$/.test(value ?? '')),
  );

/** Returns the key by which a repeated request is known, if the portal's own pages made it. */
const readKey = ({ headers }: PortalEvent): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(headers['idempotency-key'] ?? '')?.[0];

/** Logs one line for each request: ids, status and duration, and nothing that a person typed. */
export const requestLog = (
  routeId: RouteId,
  route: Pick<Route, 'method' | 'uses'>,
): MiddlewareObj<PortalEvent, PortalResult> => {
  const makeLine = (event: PortalEvent, result: PortalResult | null | undefined) => ({
    requestId: event.requestContext.requestId,
    routeId,
    method: route.method,
    key: readKey(event),
    userId: event.exchange?.user?.userId,
    role: event.exchange?.user?.role,
    recordIds: readRecordIds(event),
    status: result?.statusCode,
    durationMs: Date.now() - (event.exchange?.startedAt ?? Date.now()),
  });

  return {
    after: ({ event, response }) => {
      log.info('request', { ...makeLine(event, response), ...event.exchange?.note });
    },
    onError: ({ event, response, error }) => {
      const line = { ...makeLine(event, response), causes: describeError(error) };
      if ((response?.statusCode ?? 500) >= 500) {
        // The alarm of faults (infra/alarms/alarms.ts) leaves out a 503 of a route with a vendor.
        log.error('request failed', { ...line, callsVendor: callsVendor(route), ...event.exchange?.note });
      } else {
        log.info('request refused', line);
      }
    },
  };
};
