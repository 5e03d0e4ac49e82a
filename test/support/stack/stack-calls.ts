import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { letTimePass } from '#test/support/helpdesk/messages.ts';
import { addSupportContact, addWaitingMessage } from '#test/support/helpdesk/tickets.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { StackPortal } from './stack-portal.ts';
import { addJob, runJobWithWork } from './stack-work.ts';

/** A call of a packaged function, and what comes out of it in one line. */
export interface StackCall {
  title: string;
  /** Such as `handlers/auth/login`. */
  path: string;
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
  if (routeId.startsWith('tickets.')) {
    await letTimePass(portal);
  }
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

const jobCalls = (Object.keys(jobs) as JobName[]).map(
  (name): StackCall => ({
    title: name,
    path: `jobs/${name}`,
    run: (portal) => succeeds(runJobWithWork[name](portal)),
  }),
);

/** A call of each kind that each packaged function is there for. */
export const stackCalls: readonly StackCall[] = [...routeCalls, ...followUpCalls, ...jobCalls];
