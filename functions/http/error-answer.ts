import type { MiddlewareObj } from '@middy/core';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore } from '#functions/runtime/ports/stores.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError, ERROR_STATUS, type ErrorCode, findAppError } from '#shared/errors.ts';
import { COMMON_HEADERS, type PortalEvent, type PortalResult } from './exchange.ts';

const { journal } = databaseWith(journalStore);

/**
 * Makes the answer of a refusal. An AppError's sentence is written for the user; any other error answers one fixed
 * sentence with the request id.
 */
const toAnswer = (route: Route, refusal: AppError): PortalResult => {
  const { code, message, fields, current, lines, file, lineId, ways, runId, differences, retryAfterSeconds } =
    refusal;

  return {
    statusCode: ERROR_STATUS[code],
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({
      message,
      code,
      ...(fields && { fields }),
      ...(lines && { lines }),
      ...(file && { file }),
      ...(lineId !== undefined && { lineId }),
      ...(ways && { ways }),
      ...(runId !== undefined && { runId }),
      ...(differences && { differences }),
      ...(route.conflict && current !== undefined && { current: route.conflict.parse(current) }),
    }),
  };
};

/** Limit of audited refusals, so that nobody can flood the audit log (D33); every refusal is in the function's log. */
const AUDITED_REFUSALS = { limit: 30, windowSeconds: 15 * 60 };

/** Refusals that only ask the user for something first. */
const ASKS_FIRST: readonly ErrorCode[] = [
  'password_change_required',
  'second_step_required',
  'factor_set_up_required',
  'proof_required',
];

/** Audits a 403 or 429 that a signed-in user got, except one that asks for something first (D33). */
const auditRefusal = async (routeId: RouteId, event: PortalEvent, code: ErrorCode) => {
  const user = event.exchange?.user;
  const status = ERROR_STATUS[code];
  if (!user || ASKS_FIRST.includes(code) || (status !== 403 && status !== 429)) {
    return;
  }

  try {
    await journal.recordRefusal(
      {
        actorId: user.userId,
        action: `${routeId} refused`,
        changes: { status },
        address: user.address,
      },
      { name: `refusals of user ${user.userId}`, ...AUDITED_REFUSALS },
      new Date(),
    );
  } catch (error) {
    log.error('audit of a refusal failed', { causes: describeError(error) });
  }
};

/** Turns the error that a step threw into the answer that the contract's callers understand. */
export const errorAnswer = (routeId: RouteId, route: Route): MiddlewareObj<PortalEvent, PortalResult> => ({
  onError: async (request) => {
    const { event, error } = request;
    const sentence = `Something went wrong on our side. Please try again. (Request ${event.requestContext.requestId})`;
    const refusal = findAppError(error) ?? new AppError('internal', sentence);

    request.response = toAnswer(route, refusal);
    await auditRefusal(routeId, event, refusal.code);
  },
});
