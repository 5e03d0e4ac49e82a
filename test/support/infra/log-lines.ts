import middy from '@middy/core';
import type { PortalEvent, PortalResult } from '#functions/http/exchange.ts';
import { requestLog } from '#functions/http/request-log.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { task } from '#functions/runtime/task.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import type { TaskName } from '#shared/tasks.ts';
import { hearOutput } from '#test/support/portal/hear-output.ts';
import type { LogLine } from './filter-pattern.ts';

/** Returns the one log line that a function writes, as CloudWatch gets it. */
const lineOf = async (run: () => Promise<unknown>): Promise<LogLine> => {
  const heard: string[] = [];
  const stop = hearOutput((text) => heard.push(text));
  try {
    await run();
  } finally {
    stop();
  }

  return JSON.parse(heard.filter((text) => text.startsWith('{"level":')).join(''));
};

const lineOfAnswer = (routeId: RouteId, role: string | undefined, answer: () => Promise<PortalResult>) => {
  const handle = middy<PortalEvent, PortalResult>()
    .use(requestLog(routeId, findRoute(routeId)))
    .use({
      onError: (request) => {
        const { code } = request.error as AppError;
        request.response = { statusCode: ERROR_STATUS[code] };
      },
    })
    .handler(answer);
  const event = {
    headers: {},
    requestContext: { requestId: 'request' },
    pathParameters: { userId: '1' },
    exchange: { startedAt: Date.now(), user: { userId: 1, role } },
  } as unknown as PortalEvent;

  return lineOf(async () => handle(event, {} as never));
};

/** Returns the line of a request that succeeds. */
export const lineOfSuccess = (routeId: RouteId, role?: 'admin' | 'client'): Promise<LogLine> =>
  lineOfAnswer(routeId, role, async () => ({ statusCode: findRoute(routeId).status ?? 200 }));

/** Returns the line of a request that is refused or fails. */
export const lineOfRefusal = (routeId: RouteId, code: ErrorCode): Promise<LogLine> =>
  lineOfAnswer(routeId, undefined, async () => {
    throw new AppError(code, 'A sentence.');
  });

/** Returns the line of a task's run that logs these figures. */
export const lineOfTask = (
  name: TaskName,
  figures: Record<string, number | Record<string, number>> | RequestNote,
) =>
  lineOf(() =>
    task(name, {} as never, async ({ logFigures }) => logFigures(figures))(undefined, {
      awsRequestId: 'run',
      getRemainingTimeInMillis: () => 60_000,
    }),
  );
