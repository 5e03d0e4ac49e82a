import { eq } from 'drizzle-orm';
import { users } from '#functions/database/schema/users-tables.ts';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { runsInTransaction } from '#shared/contract/route.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { letTimePass } from '#test/support/helpdesk/messages.ts';
import { addSupportContact, addWaitingMessage } from '#test/support/helpdesk/tickets.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { StackPortal } from './stack-portal.ts';
import { addJob, runJobWithWork } from './stack-work.ts';

/** A call of a packaged function, and its outcome in one line. */
export interface StackCall {
  title: string;
  /** Path of the function, such as `handlers/auth/login`. */
  path: string;
  run(portal: StackPortal): Promise<string>;
}

const MISSING_ID = Number.MAX_SAFE_INTEGER;

interface Circumstances {
  /** True if the call names an unknown id. */
  isMissing?: boolean;
  withKey?: boolean;
  /** Creates the records that must exist before. */
  prepare?: (portal: StackPortal, owner: { userId: number }) => Promise<unknown>;
  /** Replaces the body of the route's request. */
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
  // An earlier call may have recorded an outage, during which no call reaches the helpdesk.
  if (routeId.startsWith('tickets.')) {
    await letTimePass(portal);
  }
  const { status, body: answered } = await portal.call(method, path, {
    cookie: caller.cookie,
    ...(body && { body: ownBody ?? body }),
    headers: withKey ? { 'idempotency-key': crypto.randomUUID() } : {},
  });

  // A run of the debug console answers 200, and names each failed test in its body.
  const failed = JSON.stringify(answered).match(/"status":"FAILED"/g);

  return failed ? `${status}, ${failed.length} failed` : String(status);
};

const ofRoute = (routeId: RouteId, title: string, circumstances: Circumstances): StackCall => ({
  title: `${routeId}${title}`,
  path: `handlers/${routeId.replace('.', '/')}`,
  run: (portal) => runRoute(portal, routeId, circumstances),
});

const routeCalls = allRoutes.flatMap(([routeId, route]): StackCall[] => {
  const withKey = route.keeps !== undefined;
  const mayBegin = route.uses.includes('transactions') || runsInTransaction(route);

  return [
    ofRoute(routeId, '', { withKey }),
    // A refusal inside a transaction rolls it back.
    ...(mayBegin ? [ofRoute(routeId, ' with an unknown id', { isMissing: true, withKey })] : []),
  ];
});

/** A client's messages are sent one after the other: the call that sends or withdraws one sends the next. */
const behindAnother = [
  'tickets.create',
  'tickets.reply',
  'tickets.withdraw',
  'tickets.withdraw-reply',
] as const;

/** Lets an account receive mails. */
const verifyAddress = async ({ connection }: StackPortal, { userId }: { userId: number }) =>
  connection
    .update(users)
    .set({ email_verified_at: new Date().toISOString() })
    .where(eq(users.User_Id, userId));

const followUpCalls: StackCall[] = [
  ...behindAnother.map((routeId) =>
    ofRoute(routeId, ' behind another message', { withKey: true, prepare: addWaitingMessage }),
  ),
  ofRoute('users.update', ' of a contact', { prepare: addSupportContact, body: { User_Name: 'Lerato' } }),
  ofRoute('users.update', ' of a verified address', {
    prepare: verifyAddress,
    body: { User_Pass_Bkp: 'seven lorries near Upington' },
  }),
  ofRoute('users.delete', ' of a verified address', { prepare: verifyAddress }),
  // The voided PDF is ordered.
  ofRoute('invoices.status', ' to void', { body: { status: 'void' } }),
  ofRoute('account.update', ' of a contact', { prepare: addSupportContact, body: { User_Name: 'Lerato' } }),
  ofRoute('links.reset', ' of a contact', { prepare: addSupportContact }),
  ofRoute('links.verify', ' of a contact', { prepare: addSupportContact }),
  // Only an edit that may be refused after it is written begins a transaction.
  ofRoute('users.update', ' of the status', { body: { User_Status: 1 } }),
  ofRoute('users.update', ' of an unknown status', { body: { User_Status: 1 }, isMissing: true }),
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

const taskCalls = Object.entries(runJobWithWork).map(
  ([name, run]): StackCall => ({
    title: name,
    path: `tasks/${name}`,
    run: (portal) => succeeds(run(portal)),
  }),
);

/** At least one call of each kind that each packaged function serves. */
export const stackCalls: readonly StackCall[] = [...routeCalls, ...followUpCalls, ...taskCalls];
