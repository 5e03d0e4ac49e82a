import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { describeError } from '#functions/runtime/describe-error.ts';
import { SECURITY_HEADERS } from '#shared/edge.ts';
import { type EventQueue, eventQueues } from '#shared/event-queues.ts';
import { type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { type TaskName, tasks } from '#shared/tasks.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-server.ts';
import { startEventSource } from './event-source.ts';
import { makeGateway } from './gateway.ts';
import { closeChromium, runTask } from './run-task.ts';
import { startScheduler } from './scheduler.ts';

export interface FunctionsOptions {
  originVerifySecret: string;
  queueUrl: (name: JobKind | EventQueue) => string;
  /** Runs the tasks that have a schedule; tests run them at chosen times. */
  runSchedule?: boolean;
  /** Timeout of a handler; shorter in tests to save time. */
  routeTimeoutSeconds?: number;
  /** Called for each failed task. */
  logError?: (message: string, error: unknown) => void;
}

/**
 * Sets the headers that CloudFront sets on the API's answers: they replace existing ones, except for a content security
 * policy.
 */
const withSecurityHeaders = ({ headers = {}, ...answer }: HttpAnswer): HttpAnswer => {
  const policy = 'content-security-policy';

  return {
    ...answer,
    headers: { ...headers, ...SECURITY_HEADERS, [policy]: headers[policy] ?? SECURITY_HEADERS[policy] },
  };
};

const printError = (message: string, error: unknown) => console.error(message, ...describeError(error));

/**
 * Starts the tasks: those with a queue run at each message, those with a schedule at their rate if `runSchedule` is set.
 */
const startTasks = async ({ queueUrl, runSchedule = true, logError = printError }: FunctionsOptions) => {
  const scheduled: { name: TaskName; schedule: string; run: () => Promise<unknown> }[] = [];
  const started: { close(): Promise<void> }[] = [];

  for (const name of Object.keys(tasks) as TaskName[]) {
    const { trigger, timeoutSeconds } = tasks[name];
    if (trigger === 'deployment') {
      continue;
    }
    if ('schedule' in trigger) {
      scheduled.push({ name, schedule: trigger.schedule, run: () => runTask(name) });
      continue;
    }

    const [queue, { maxConcurrency }] =
      'queue' in trigger
        ? [trigger.queue, jobKinds[trigger.queue].queue]
        : [trigger.events, eventQueues[trigger.events]];
    const source = await startEventSource({
      client: new SQSClient({}),
      queueUrl: queueUrl(queue),
      functionName: name,
      handler: (event: SQSEvent) => runTask(name, event),
      timeoutSeconds,
      maxConcurrency,
      logError,
    });
    started.push(source);
  }
  if (runSchedule) {
    started.push(startScheduler({ tasks: scheduled, logError }));
  }

  return started;
};

/**
 * Returns the same handlers and tasks that run on Lambda, found through the contract and shared/tasks.ts. They run in this
 * process with its environment. Only one portal per process, because handlers read their settings once.
 */
export const makeFunctions = (options: FunctionsOptions) => {
  const gateway = makeGateway(options.originVerifySecret, options.routeTimeoutSeconds);
  const started: { close(): Promise<void> }[] = [];

  return {
    answer: async (request: HttpRequest) => withSecurityHeaders(await gateway.answer(request)),
    warm: gateway.warm,
    startTasks: async () => {
      started.push(...(await startTasks(options)));
    },
    /** Takes no more tasks, and resolves when the running ones have ended. */
    close: async () => {
      for (const task of started.splice(0).reverse()) {
        await task.close();
      }
      await closeChromium();
    },
  };
};
