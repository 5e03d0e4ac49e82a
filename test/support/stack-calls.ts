import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { addCaller } from './accounts.ts';
import { letTimePass } from './messages.ts';
import { makeRequest } from './route-requests.ts';
import type { StackPortal } from './stack-portal.ts';
import { addJob, runJobWithWork } from './stack-work.ts';
import { addSupportContact, addWaitingMessage } from './tickets.ts';

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

interface Circumstances {
  /** About an id that nothing has. */
  isMissing?: boolean;
  withKey?: boolean;
  /** What is there before. */
  prepare?: (portal: StackPortal, owner: { userId: number }) => Promise<unknown>;
  /** Instead of the body that the route's request has. */
  body?: object;
}

const runRoute = async (
  portal: StackPortal,
  routeId: RouteId,
  { isMissing = false, withKey = false, prepare, body: ownBody }: Circumstances,
): Promise<string> => {
  const { access } = findRoute(routeId);
  const caller = await addCaller(portal, access === 'admin' ? 'admin' : 'client');
  const owner = access === 'admin' ? await addCaller(portal, 'client') : caller;
  await prepare?.(portal, owner);
  const { method, path, body } = await makeRequest(
    portal,
    routeId,
    owner,
    isMissing ? { missingId: MISSING_ID } : {},
  );
  // A call before this one may have met an outage, which nobody asks the helpdesk in.
  if (routeId.startsWith('tickets.')) await letTimePass(portal);
  const { status, body: answered } = await portal.call(method, path, {
    cookie: caller.cookie,
    ...(body && { body: ownBody ?? body }),
    headers: withKey ? { 'idempotency-key': crypto.randomUUID() } : {},
  });

  // A run of the console answers 200, and tells of each test that failed.
  const failed = JSON.stringify(answered).match(/"status":"FAILED"/g);

  return failed ? `${status}, ${failed.length} failed` : String(status);
};

const ofRoute = (routeId: RouteId, title: string, circumstances: Circumstances): StackCall => ({
  title: `${routeId}${title}`,
  path: `handlers/${routeId.replace('.', '/')}`,
  logs: true,
  run: (portal) => runRoute(portal, routeId, circumstances),
});

const routeCalls = allRoutes.flatMap(([routeId, route]): StackCall[] => {
  const withKey = route.idempotent !== undefined;
  const mayBegin = route.uses.includes('transactions') || route.idempotent === 'in-transaction';

  return [
    ofRoute(routeId, '', { withKey }),
    // What is refused inside of a transaction rolls it back.
    ...(mayBegin ? [ofRoute(routeId, ' of nothing', { isMissing: true, withKey })] : []),
  ];
});

/** A client's messages go one after the other: who sends or withdraws one sends the next. */
const behindAnother = [
  'tickets.create',
  'tickets.reply',
  'tickets.withdraw',
  'tickets.withdraw-reply',
] as const;

const followUpCalls: StackCall[] = [
  ...behindAnother.map((routeId) =>
    ofRoute(routeId, ' behind another message', { withKey: true, prepare: addWaitingMessage }),
  ),
  ofRoute('users.update', ' of a contact', { prepare: addSupportContact, body: { User_Name: 'Lerato' } }),
  ...JOB_KINDS.map(
    (kind): StackCall => ({
      title: `jobs.retry of ${kind}`,
      path: 'handlers/jobs/retry',
      logs: true,
      run: async (portal) => {
        const { cookie } = await addCaller(portal, 'admin');
        const id = await addJob(portal, kind, { state: 'failed' });
        const path = findRoute('jobs.retry').path.replace('{id}', String(id));

        return String((await portal.call('POST', path, { cookie })).status);
      },
    }),
  ),
];

const succeeds = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    () => 'failed',
  );

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

  return [
    {
      title: name,
      path,
      logs: true,
      run: (portal) => succeeds(runJobWithWork[name](portal)),
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
export const stackCalls: readonly StackCall[] = [...routeCalls, ...followUpCalls, ...jobCalls];
