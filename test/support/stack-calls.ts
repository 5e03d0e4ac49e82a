import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { type JobName, jobMessage, jobs } from '#shared/jobs.ts';
import { addUser, startSession } from './accounts.ts';
import { runPdfJob } from './invoice-jobs.ts';
import { issueInvoice } from './issue-invoice.ts';
import { runMessageJob } from './messages.ts';
import { makeRequest } from './route-requests.ts';
import type { StackPortal } from './stack-portal.ts';
import { addWaitingMessage } from './tickets.ts';

/** A call of a packaged function, and what comes out of it in one line. */
export interface StackCall {
  title: string;
  /** Such as `handlers/auth/login`. */
  path: string;
  /** Whether its function is called, and so writes to its log. */
  logs: boolean;
  run(portal: StackPortal): Promise<string>;
}

const MISSING_ID = Number.MAX_SAFE_INTEGER;

const addCaller = async (portal: StackPortal, user_role: 'admin' | 'client') => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email, user_role });

  return { userId, email, cookie: await startSession(portal, userId) };
};

const runRoute = async (
  portal: StackPortal,
  routeId: RouteId,
  { isMissing = false, withKey = false }: { isMissing?: boolean; withKey?: boolean } = {},
): Promise<string> => {
  const { access } = findRoute(routeId);
  const caller = await addCaller(portal, access === 'admin' ? 'admin' : 'client');
  const owner = access === 'admin' ? await addCaller(portal, 'client') : caller;
  const { method, path, body } = await makeRequest(
    portal,
    routeId,
    owner,
    isMissing ? { missingId: MISSING_ID } : {},
  );
  const { status, body: answered } = await portal.call(method, path, {
    cookie: caller.cookie,
    ...(body && { body }),
    headers: withKey ? { 'idempotency-key': crypto.randomUUID() } : {},
  });

  // A run of the console answers 200, and tells of each test that failed.
  const failed = JSON.stringify(answered).match(/"status":"FAILED"/g);

  return failed ? `${status}, ${failed.length} failed` : String(status);
};

const ofRoute = (routeId: RouteId, title: string, options = {}): StackCall => ({
  title: `${routeId}${title}`,
  path: `handlers/${routeId.replace('.', '/')}`,
  logs: true,
  run: (portal) => runRoute(portal, routeId, options),
});

const routeCalls = allRoutes.flatMap(([routeId, route]): StackCall[] => {
  const withKey = route.idempotent !== undefined;
  const mayBegin = route.uses.includes('transactions') || route.idempotent === 'in-transaction';

  return [
    ofRoute(routeId, '', { withKey }),
    // What is refused inside of a transaction rolls it back.
    ...(mayBegin && routeId !== 'auth.login'
      ? [ofRoute(routeId, ' of nothing', { isMissing: true, withKey })]
      : []),
  ];
});

const succeeds = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    () => 'failed',
  );

/** What each job that messages feed is handed. */
const runFedJob: Partial<Record<JobName, (portal: StackPortal) => Promise<unknown>>> = {
  'invoice-pdf': async (portal) => {
    const admin = await addCaller(portal, 'admin');
    const client = await addCaller(portal, 'client');
    const { id } = await issueInvoice(portal, admin, client.userId);

    return runPdfJob(portal, id);
  },
  'helpdesk-message': async (portal) => {
    const client = await addCaller(portal, 'client');
    const [first] = [await addWaitingMessage(portal, client), await addWaitingMessage(portal, client)];

    return runMessageJob(portal, -first);
  },
  'helpdesk-contact': (portal) => portal.runJob('helpdesk-contact', recordOf('1')),
  'helpdesk-refresh': (portal) => portal.runJob('helpdesk-refresh', recordOf('tickets')),
};

const recordOf = (key: string) => ({ Records: [{ body: JSON.stringify(jobMessage.parse({ key })) }] });

/** What Lambda does with a queue in the function's name: asks, receives, deletes. */
const poll = async (portal: StackPortal, path: string): Promise<string> => {
  const { name, role } = portal.functionOf(path);
  const source = portal.eventSources.find(({ functionName }) => functionName === name);
  const queueUrl = `${portal.queue.url}/000000000000/${source?.queueName}`;
  await new SQSClient({}).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: '{"key":"1"}' }));
  const client = portal.queueClientOf(role);
  await client.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }));
  const { Messages: [message] = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 1 }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message?.ReceiptHandle }));

  return message ? 'received' : 'nothing';
};

const jobCalls = Object.entries(jobs).flatMap(([key, { trigger }]): StackCall[] => {
  const name = key as JobName;
  const path = `jobs/${name}`;
  const isFed = typeof trigger === 'object' && 'queue' in trigger;
  const run = runFedJob[name] ?? ((portal: StackPortal) => portal.runJob(name));

  return [
    {
      title: name,
      path,
      logs: true,
      run: (portal) => succeeds(run(portal)),
    },
    ...(isFed
      ? [
          {
            title: `the messages of ${name}`,
            path,
            logs: false,
            run: (portal: StackPortal) => poll(portal, path).catch(() => 'refused'),
          },
        ]
      : []),
  ];
});

/** A call of each kind that each packaged function is there for. */
export const stackCalls: readonly StackCall[] = [...routeCalls, ...jobCalls];
