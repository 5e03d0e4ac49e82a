import { inspect } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs as jobRows } from '#functions/database/schema/jobs-tables.ts';
import { allRoutes, type RouteId } from '#shared/contract/index.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { makeRequest, NEW_PASSWORD, routeRequests } from '#test/support/contract/route-requests.ts';
import { addTicket, addWaitingMessage } from '#test/support/helpdesk/tickets.ts';
import { runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

/**
 * Every portal of the tests is watched for secrets (`watch-portal.ts`). This test does everything that a portal can
 * do, for people whose every word is planted and with bodies that are meant to reveal too much.
 */

const ID_NUMBER = '9204150834082';
const TYPED_PASSWORD = 'Planted-typed-password-1';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let cookies: { admin: string; client: string };
let client: { userId: number; email: string };

/** Bodies that are refused, each with a password where somebody may type one. */
const BAD_BODIES = [
  `{"password":${TYPED_PASSWORD}}`,
  `{"password":"${TYPED_PASSWORD}"`,
  `${TYPED_PASSWORD}`,
  JSON.stringify([TYPED_PASSWORD]),
  JSON.stringify({ identifier: [TYPED_PASSWORD], password: { [TYPED_PASSWORD]: TYPED_PASSWORD } }),
  JSON.stringify({ identifier: TYPED_PASSWORD, password: TYPED_PASSWORD }),
  JSON.stringify({ User_Email: TYPED_PASSWORD, User_Pass_Bkp: [TYPED_PASSWORD], status: TYPED_PASSWORD }),
  JSON.stringify({ userId: TYPED_PASSWORD, lineItems: TYPED_PASSWORD, [TYPED_PASSWORD]: 1 }),
];

const addAccount = async (user_role: 'admin' | 'client') => {
  const email = `planted-${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, {
    User_Email: email,
    User_Name: 'Planted-name',
    User_Surname: 'Planted-surname',
    User_Org: 'Planted-company',
    User_Address: 'Planted-street',
    User_RegNo: ID_NUMBER,
    User_Mobile: '+27825550199',
    user_role,
  });

  return { email, userId };
};

/** Calls a route as an authorised caller, as nobody, as a client, with a forged session, and with bodies it must refuse. */
const askInEveryWay = async (routeId: RouteId) => {
  const isForClients = allRoutes.some(([id, { access }]) => id === routeId && access === 'client');
  const cookie = isForClients ? cookies.client : cookies.admin;
  const owner = routeId === 'users.delete' ? await addAccount('client') : client;
  const { method, path, body } = await makeRequest(portal, routeId, owner);
  const sent = body && { body };

  await portal.call(method, path, { cookie, ...sent });
  await portal.call(method, path, { ...sent });
  await portal.call(method, path, { cookie: cookies.client, ...sent });
  await portal.call(method, path, { cookie: `${cookies.admin}x`, ...sent });
  if (routeRequests[routeId].body) {
    for (const bad of BAD_BODIES) {
      await portal.call(method, path, { cookie, body: bad });
    }
  }
};

/** Lambda prints what a job throws. */
const printFailure = (error: unknown) => {
  portal.heard.log.push(inspect(error));
};

/** Gives a job the message that its queue would deliver. */
const runKindOfJob = (name: JobName, key: string) =>
  portal.runJob(name, { Records: [{ body: JSON.stringify({ key }) }] }).catch(printFailure);

const runMailJobs = async () => {
  const queued = await portal.connection.select().from(jobRows).where(eq(jobRows.state, 'queued'));
  for (const kind of ['account-mail', 'business-mail'] as const) {
    const [first, second] = queued.filter((row) => row.kind === kind);
    await runKindOfJob(kind, first?.key ?? '');
    portal.mailbox.plantFault('MessageRejected', { times: 1 });
    await runKindOfJob(kind, second?.key ?? '');
  }
  await portal.runJob('mail-events', {
    Records: [{ body: '{"eventType":"Planted-event","mail":{"timestamp":"2026-01-01T00:00:00Z"}}' }],
  });
};

const runEveryJob = async () => {
  const { id } = await issueInvoice(portal, { cookie: cookies.admin }, client.userId);
  portal.drive.failNext('files.create', 403);
  await runPdfJob(portal, id).catch(printFailure);
  await portal.call('POST', `/api/invoices/${id}/retry`, { cookie: cookies.admin });
  await runPdfJob(portal, id);

  await addTicket(portal, client, { subject: 'Planted-subject', description: 'Planted-description' });
  portal.freshdesk.failNext('tickets.list', { status: 401 });
  await portal.runJob('helpdesk-copy').catch(printFailure);
  await portal.runJob('helpdesk-copy');
  const messageId = -(await addWaitingMessage(portal, client, { words: 'Planted-words' }));
  await portal.connection.update(jobRows).set({ not_before: null });
  portal.freshdesk.failNext('tickets.create', { status: 400 });
  await runKindOfJob('helpdesk-message', String(messageId));
  await runKindOfJob('helpdesk-contact', String(client.userId));

  portal.drive.failNext('files.get', 403);
  await portal.runJob('health-check').catch(printFailure);
  await portal.runJob('health-check');
  await portal.runJob('canary');
  await runMailJobs();
  await portal.runJob('ledger-catch-up');
  await portal.runJob('ledger-check');
  await portal.runJob('job-sweep');
  await portal.runJob('purge');
};

beforeAll(async () => {
  portal = await startTestPortal();
  const startSessions = async () => {
    const admin = await addAccount('admin');
    client = await addAccount('client');

    return {
      admin: await startSession(portal, admin.userId),
      client: await startSession(portal, client.userId),
    };
  };

  for (const [routeId] of allRoutes.filter(([id]) => id !== 'auth.logout')) {
    // Some requests end the session that they present, or change the password.
    cookies = await startSessions();
    await askInEveryWay(routeId);
  }
  cookies = await startSessions();
  await runEveryJob();
  await portal.call('POST', '/api/logout', { cookie: cookies.client });
});
afterAll(() => portal.stop());

const logged = (name: string) =>
  [...portal.heard.log.join('').matchAll(new RegExp(`"${name}":"([\\w.-]+)"`, 'g'))].map(
    ([, found]) => found,
  );

it('the secrets scan sees granted and refused answers of every route, and log lines of every route and job', () => {
  const answered = (isWanted: (status: number) => boolean) =>
    new Set(portal.heard.answers.flatMap(({ routeId, status }) => (isWanted(status) ? routeId : [])));
  const routeIds = new Set(allRoutes.map(([id]) => id));
  const answersAll = ['auth.logout', 'auth.options'];
  const refusable = allRoutes.flatMap(([id]) => (answersAll.includes(id) ? [] : id));

  expect(answered((status) => status < 300)).toEqual(routeIds);
  expect(answered((status) => status >= 400)).toEqual(new Set(refusable));
  expect(answered((status) => status >= 500)).toEqual(new Set());
  expect(new Set(logged('routeId'))).toEqual(routeIds);
  expect(new Set(logged('job'))).toEqual(new Set(Object.keys(jobs)));
  expect(portal.heard.log.join('')).toContain('job failed');
});

it('the secrets scan recognises typed passwords, an ID number that is shown and sessions that are issued', () => {
  const handOut = portal.heard.answers.filter(({ cookies }) => /session=[^;]/.test(cookies));
  const showId = portal.heard.answers.filter(({ body }) => body.includes(ID_NUMBER));

  const canaryPassword = portal.secrets.get(process.env.CANARY_PASSWORD_SECRET_ARN ?? '') ?? '';
  expect(portal.heard.typedPasswords).toEqual(
    new Set([PASSWORD, NEW_PASSWORD, TYPED_PASSWORD, canaryPassword]),
  );
  expect(new Set(showId.map(({ routeId }) => routeId))).toContain('users.read');
  expect(new Set(handOut.map(({ routeId }) => routeId))).toEqual(new Set(['auth.login', 'auth.register']));
});

it('answers show no secret and nothing that the contract does not name', () => {
  expect(portal.heard.findFaults(readSecrets(portal.dataFolder))).toEqual([]);
});

it('the log holds no name, email address, number or network address of a person', () => {
  const lines = portal.heard.log.filter((line) => /planted|@example|825550199|127\.0\.0\.1"/i.test(line));

  expect(lines).toEqual([]);
});
