import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import { startHttpServer } from '#local/http/http-server.ts';
import { startPortal } from '#local/portal.ts';
import { DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { fillPortal } from '#local/seed/fill.ts';
import { buildWeb } from '#local/start/build-web.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import { watchPortal } from '#test/support/portal/watch-portal.ts';

/**
 * The portal of the browser tests in a separate process, as `npm start` runs it. In addition it records all of its
 * answers and log lines, and tests control it by its second address: PUT holds PDF jobs, DELETE lets them go, and POST
 * makes the next call of a vendor fail, or makes sessions older.
 */
const { DATA_DIR: dataFolder = '' } = process.env;
const watch = watchPortal();
const filesHeard = new Set<string>();

const [portal] = await Promise.all([
  startPortal({
    dataFolder,
    port: 0,
    fill: ({ freshdesk }) => fillPortal(freshdesk.context, new Date()),
    onAnswer: (request, answer) => {
      const { pathname } = request.url;
      // A file of the site is the same at each visit, so only one answer for it is recorded.
      if (pathname.startsWith('/api/') || !filesHeard.has(pathname)) {
        watch.hearAnswer(request, answer);
      }
      if (answer.status === 200) {
        filesHeard.add(pathname);
      }
    },
  }),
  buildWeb(),
]);
await portal.startTasks();

/** The holds that a test may set, by the path of its request. */
const holds: Record<string, (text: string) => () => void> = {
  '/queued-pdfs': () => portal.queue.hold('invoice-pdf'),
  '/uploads': (text) => portal.drive.hold('files.create', text),
};
const releases = new Map<string, () => void>();

/** Gives a ticket another description, as if its requester had written the mail, and copies it to the portal. */
const describeTicket = async (id: number, descriptionHtml: string) => {
  const { context } = portal.freshdesk;
  saveTicket(context, { ...findTicket(context, id), description: descriptionHtml });
  await portal.runTask('helpdesk-copy');
};

const MINUTE_MS = 60_000;

/** Lets minutes pass for all sessions of an account: since they were proved, or since they were used. */
const makeOlder = async (userId: number, passed: URLSearchParams) => {
  const { DATABASE_ARN = '', DATABASE_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;
  const connection = drizzle(new RDSDataClient({}), {
    resourceArn: DATABASE_ARN,
    secretArn: DATABASE_SECRET_ARN,
    database: DATABASE_NAME,
  });
  const ago = (name: string) => new Date(Date.now() - Number(passed.get(name)) * MINUTE_MS).toISOString();
  await connection
    .update(sessions)
    .set({
      ...(passed.has('proved') && { proved_at: ago('proved') }),
      ...(passed.has('used') && { last_used_at: ago('used') }),
    })
    .where(eq(sessions.user_id, userId));
};

/** The faults that a test may plant for one call. No other test meets them. */
const faults: Record<string, () => void> = {
  '/shared-drive': () => portal.drive.failNext('drives.get', 503),
};

const control = await startHttpServer(async ({ method, url: { pathname, searchParams }, body }) => {
  const [, ticketId] = /^\/tickets\/(\d+)\/description$/.exec(pathname) ?? [];
  if (ticketId !== undefined && method === 'PUT') {
    await describeTicket(Number(ticketId), body.toString());
    return { status: 204 };
  }
  const [, userId] = /^\/users\/(\d+)\/sessions$/.exec(pathname) ?? [];
  if (userId !== undefined && method === 'POST') {
    await makeOlder(Number(userId), searchParams);
    return { status: 204 };
  }
  const hold = holds[pathname];
  const fail = faults[pathname];
  if (!hold && !fail) {
    return { status: 404 };
  }
  if (method === 'POST') {
    fail?.();
  }
  if (method === 'PUT' && hold) {
    releases.set(pathname, hold(searchParams.get('of') ?? ''));
  }
  if (method === 'DELETE') {
    releases.get(pathname)?.();
  }

  return { status: 204 };
});

const stop = async () => {
  await control.close();
  await portal.close();
  watch.stopHearing();
};
// Ctrl-C also reaches this process, but the process that started it decides when it ends.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => stop().finally(() => process.exit()));
process.once('message', async () => {
  const secrets = { ...readSecrets(dataFolder), 'the password of the demo': [DEMO_PASSWORD] };
  await stop();
  process.removeAllListeners('disconnect');
  process.send?.({ faults: watch.findFaults(secrets) });
  process.disconnect();
});

await portal.warm();
// The tickets are copied before the tests begin. Otherwise some tests would wait for the minute's run.
await portal.runTask('helpdesk-copy');
await portal.runTask('health-check').catch(() => undefined);
process.send?.({
  url: portal.url,
  controlUrl: control.url,
  agentUrl: portal.freshdesk.agentUrl,
  mailboxUrl: portal.ses.mailboxUrl,
});
