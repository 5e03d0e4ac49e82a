import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf, StoreName } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { GivenPorts, PortsOf as PortsFor } from '#functions/ports/ports.ts';
import type { NoteRequest, RequestNote } from '#functions/ports/request-note.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { runInTime } from '#functions/runtime/deadline.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import type { RequestParsed, ResponseOf, RouteId, RouteOf, UsesOf } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import type { WARMING_CALL } from '#shared/warming.ts';
import { compressAnswer } from './compress-answer.ts';
import { errorAnswer } from './error-answer.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { gate } from './gate.ts';
import { accountsNamedAt, hashRequest, readIdempotencyKey, runInTransaction } from './idempotency.ts';
import { keepLoaded } from './keep-loaded.ts';
import { parseRequest } from './parse-request.ts';
import { requestLog } from './request-log.ts';
import { toSuccessAnswer } from './success-answer.ts';

type PortsOf<Id extends RouteId, Name extends StoreName> = PortsFor<UsesOf<Id>, Name>;

/** The ports that a handler supplies; a route that stores its key in a transaction needs the store of keys. */
type PortsFrom<Id extends RouteId, Name extends StoreName> = GivenPorts<UsesOf<Id>, Name> &
  (RouteOf<Id> extends { idempotent: 'in-transaction' } ? { database: DatabaseOf<'idempotency'> } : unknown);

/** The input of a handler: the parsed request, its user, the ports of its route and the time. */
export type Call<Id extends RouteId, Name extends StoreName> = RequestParsed<Id> & {
  user: RouteOf<Id>['access'] extends 'public' ? undefined : SessionUser;
  viewer: Viewer;
  ports: PortsOf<Id, Name>;
  now: Date;
  /** For work that takes time and is timed. */
  clock: () => Date;
  /** Logs a failure that the answer does not show. */
  report(failure: unknown): void;
  note: NoteRequest;
  /** Identifies a repeated request, if the route keeps the key with its row; undefined if the caller sent no key. */
  once: RouteOf<Id> extends { idempotent: 'with-row' } ? OnceKey | undefined : undefined;
};

/** A step after the answer is settled, such as sending a job; its failure is logged and does not undo the answer. */
type FollowUp<Id extends RouteId, Name extends StoreName> = (
  done: RequestParsed<Id> & {
    result: ResponseOf<Id>;
    viewer: Viewer;
    ports: PortsOf<Id, Name>;
    now: Date;
  },
) => Promise<void>;

/**
 * Makes a whole handler from a route of the contract, its ports and its work. Before `run` the request has passed the
 * gate and was parsed; after it the result is parsed with the contract. The ports must be exactly those that the
 * route's `uses` names, and `run` gets no store that the handler does not name. A schedule's call, which only keeps the
 * function loaded, never reaches the gate.
 */
export const endpoint = <Id extends RouteId, Name extends StoreName>(
  route: Route & { id: Id },
  ports: PortsFrom<Id, Name>,
  run: (call: Call<Id, Name>) => Promise<ResponseOf<Id>>,
  followUp?: FollowUp<Id, Name>,
): ((event: PortalEvent | typeof WARMING_CALL, context: Context) => Promise<PortalResult | undefined>) => {
  const { id } = route;
  const aboutOf = route.idempotent === 'in-transaction' ? accountsNamedAt(route.path) : undefined;

  const serve = async (
    event: PortalEvent,
    caller: Promise<SessionUser> | undefined,
  ): Promise<PortalResult> => {
    const { viewer, setCookies } = event.exchange;
    const now = new Date();
    const request = parseRequest(route, event);
    const key = route.idempotent && readIdempotencyKey(event.headers);
    const once = key ? { key, bodyHash: await hashRequest(request) } : undefined;
    const execute = async (available: unknown) =>
      route.response.parse(
        await run({
          ...request,
          user: await caller,
          viewer,
          ports: available,
          now,
          clock: () => new Date(),
          report: (failure: unknown) =>
            log.error('a failure behind the answer', { routeId: id, causes: describeError(failure) }),
          note: (note: RequestNote) => {
            event.exchange.note = note;
          },
          once: route.idempotent === 'with-row' ? once : undefined,
        } as Call<Id, Name>),
      ) as ResponseOf<Id>;

    const { database } = ports as { database?: DatabaseOf<'idempotency'> };
    const inTransaction = async (transaction: DatabaseOf<'idempotency'>) =>
      execute({ ...ports, database: transaction });
    const { result, isRepeated } =
      aboutOf && caller && database
        ? await runInTransaction(
            database,
            { caller, route: id, once, about: aboutOf(request) },
            inTransaction,
          )
        : { result: await execute(ports), isRepeated: false };

    if (followUp && !isRepeated) {
      const done = { ...request, result, viewer, ports, now } as Parameters<FollowUp<Id, Name>>[0];
      await followUp(done).catch((error) => {
        log.error('the step after the answer failed', { routeId: id, causes: describeError(error) });
      });
    }

    return toSuccessAnswer(route, result, setCookies);
  };

  const handle = middy<PortalEvent, PortalResult>()
    .use(requestLog(id, route))
    .use(errorAnswer(id, route))
    .handler(gate(route, serve));

  return (event, context) =>
    runInTime(context, async () =>
      'warming' in event ? keepLoaded() : compressAnswer(await handle(event, context), event.headers),
    );
};
