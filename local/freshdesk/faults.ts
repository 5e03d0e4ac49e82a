import { cut, hang } from '#local/http/broken-answers.ts';
import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import { json } from './errors.ts';
import type { FreshdeskOperation } from './operations.ts';

/**
 * A fault that a test plants. Instead of doing the work, the helpdesk answers an error status, a page of HTML or
 * nothing, or breaks the connection. Faults with 'after' do the work first and then fail to confirm it.
 */
export type FreshdeskFault =
  | { status: number; retryAfterSeconds?: number }
  | 'html'
  | 'hang'
  | 'reset'
  | 'cut-after'
  | 'drop-after'
  | 'hang-after';

type Work = () => HttpAnswer | Promise<HttpAnswer>;

const MAINTENANCE_PAGE: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><html><body><h1>We are down for maintenance</h1></body></html>',
};

const fail = async (
  fault: FreshdeskFault,
  request: HttpRequest,
  work: Work,
): Promise<HttpAnswer | undefined> => {
  if (typeof fault === 'object') {
    const { status, retryAfterSeconds } = fault;
    const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };

    return json(status, { message: 'This fault was planted' }, retryAfter);
  }
  if (fault === 'html') {
    return MAINTENANCE_PAGE;
  }
  if (fault === 'hang') {
    return hang(request);
  }
  if (fault === 'reset') {
    return undefined;
  }

  const answer = await work();
  if (fault === 'cut-after') {
    return cut(answer);
  }
  return fault === 'hang-after' ? hang(request) : undefined;
};

export const makeFaults = () => {
  const planted = new Map<FreshdeskOperation, FreshdeskFault[]>();
  let outage: FreshdeskFault | undefined;

  return {
    /** Makes the next calls of an operation fail. */
    failNext: (operation: FreshdeskOperation, fault: FreshdeskFault, times = 1) => {
      planted.set(operation, [
        ...(planted.get(operation) ?? []),
        ...new Array<FreshdeskFault>(times).fill(fault),
      ]);
    },

    /** Makes every call fail until it is called again with undefined. */
    setOutage: (fault: FreshdeskFault | undefined) => {
      outage = fault;
    },

    run: (operation: FreshdeskOperation, request: HttpRequest, work: Work) => {
      const fault = planted.get(operation)?.shift() ?? outage;

      return fault === undefined ? work() : fail(fault, request, work);
    },
  };
};
