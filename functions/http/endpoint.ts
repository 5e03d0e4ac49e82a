import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf, StoreName } from '#functions/ports/database/database.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import type { GivenPorts, PortsOf as PortsFor } from '#functions/ports/ports.ts';
import type { NoteRequest, RequestNote } from '#functions/ports/request-note.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { runInTime } from '#functions/runtime/deadline.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import type { RequestParsed, ResponseOf, RouteId, RouteOf, UsesOf } from '#shared/contract/index.ts';
import { type Route, runsInTransaction } from '#shared/contract/route.ts';
import type { WARMING_CALL } from '#shared/warming.ts';
import { compressAnswer } from './compress-answer.ts';
import { errorAnswer } from './error-answer.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { gate } from './gate.ts';
import { accountsNamedAt, readOnceKey } from './idempotency.ts';
import { keepLoaded } from './keep-loaded.ts';
import { parseRequest } from './parse-request.ts';
import { requestLog } from './request-log.ts';
import { toSuccessAnswer } from './success-answer.ts';

type PortsOf<Id extends RouteId, Name extends StoreName> = PortsFor<UsesOf<Id>, Name>;

/** The ports that a handler supplies; a route that runs in a transaction with its key needs the store of keys. */
type PortsFrom<Id extends RouteId, Name extends StoreName> = GivenPorts<UsesOf<Id>, Name> &
  (RouteOf<Id> extends { keeps: 'answer' | 'key' } ? { database: DatabaseOf<'idempotency'> } : unknown);

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
  /** Identifies a repeated request, if the handler itself keeps what it finds; undefined if the caller sent no key. */
  once: RouteOf<Id> extends { keeps: 'itself' } ? IdempotencyKey | undefined : undefined;
};

type Run<Id extends RouteId, Name extends StoreName> = (call: Call<Id, Name>) => Promise<ResponseOf<Id>>;

/** The work of a route that keeps its key alone: `answer` reads after the commit, also for a repeat, which writes nothing. */
interface WriteAndAnswer<Id extends RouteId, Name extends StoreName> {
  write(call: Call<Id, Name>): Promise<void>;
  answer: Run<Id, Name>;
}

type Work<Id extends RouteId, Name extends StoreName> =
  RouteOf<Id> extends { keeps: 'key' } ? WriteAndAnswer<Id, Name> : Run<Id, Name>;

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
 * Makes a whole handler from a route of the contract, its ports and its work. Before the work the request has passed the
 * gate and was parsed; after it the result is parsed with the contract. The ports must be exactly those that the
 * route's `uses` names, and the work gets no store that the handler does not name. A transaction begins beside the check
 * of the caller's session, and writes nothing before the caller is known. A schedule's call, which only keeps the
 * function loaded, never reaches the gate.
 */
export const endpoint = <Id extends RouteId, Name extends StoreName>(
  route: Route & { id: Id },
  ports: PortsFrom<Id, Name>,
  work: Work<Id, Name>,
  followUp?: FollowUp<Id, Name>,
): ((event: PortalEvent | typeof WARMING_CALL, context: Context) => Promise<PortalResult | undefined>) => {
  const { id } = route;
  const aboutOf = route.keeps === 'answer' ? accountsNamedAt(route.path) : () => NAMES_NOBODY;
  const parse = (result: unknown) => route.response.parse(result) as ResponseOf<Id>;
  const given = work as Run<Id, Name> | WriteAndAnswer<Id, Name>;
  const { write, answer } =
    typeof given === 'function'
      ? { write: async (call: Call<Id, Name>) => parse(await given(call)), answer: undefined }
      : { write: given.write, answer: async (call: Call<Id, Name>) => parse(await given.answer(call)) };

  const serve = async (
    event: PortalEvent,
    caller: Promise<SessionUser> | undefined,
  ): Promise<PortalResult> => {
    const { viewer, setCookies } = event.exchange;
    const now = new Date();
    const request = parseRequest(route, event);
    const sent = route.keeps && (await readOnceKey(event.headers, request));
    const makeCall = async (available: object) => {
      const user = await caller;
      const once = user && sent && { userId: user.userId, route: id, ...sent };

      return {
        ...request,
        user,
        viewer,
        ports: available,
        now,
        clock: () => new Date(),
        report: (failure: unknown) =>
          log.error('a failure behind the answer', { routeId: id, causes: describeError(failure) }),
        note: (note: RequestNote) => {
          event.exchange.note = note;
        },
        once,
      } as Call<Id, Name> & { once: typeof once };
    };

    const { database } = ports as { database?: DatabaseOf<'idempotency'> };
    const { kept, isRepeated } =
      runsInTransaction(route) && database
        ? await database.transaction(async (transaction) => {
            const call = await makeCall({ ...ports, database: transaction });

            return transaction.idempotency.runOnce<unknown>(call.once, aboutOf(request), () => write(call));
          })
        : { kept: await write(await makeCall(ports)), isRepeated: false };
    const result = answer ? await answer(await makeCall(ports)) : (kept as ResponseOf<Id>);

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
