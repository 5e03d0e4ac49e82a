import { buildWeb } from '#local/build-web.ts';
import { fillPortal } from '#local/fill.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import { startHttpServer } from '#local/http-server.ts';
import { startPortal } from '#local/portal.ts';
import { DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import { watchPortal } from '#test/support/portal/watch-portal.ts';

/**
 * The portal of the browser tests, in a process of its own as `npm start` makes it. Besides, it hears all of its
 * answers and log lines, and tests steer it by its second address: PUT holds PDF jobs, DELETE lets them go, and POST
 * lets the next call of a vendor fail.
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
      // A file of the site is the same at each visit, so one answer of it is kept.
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
await portal.startJobs();

/** What a test may hold, by the path that it asks with. */
const holds: Record<string, () => () => void> = {
  '/queued-pdfs': () => portal.queue.hold('invoice-pdf'),
  '/uploads': () => portal.drive.hold('files.create'),
};
const releases = new Map<string, () => void>();

/** Lets the helpdesk tell another description of a ticket, as if its requester had written the mail, and copies it. */
const describeTicket = async (id: number, descriptionHtml: string) => {
  const { context } = portal.freshdesk;
  saveTicket(context, { ...findTicket(context, id), description: descriptionHtml });
  await portal.runJob('helpdesk-copy');
};

/** What a test may let fail once; no other test meets it. */
const faults: Record<string, () => void> = {
  '/shared-drive': () => portal.drive.failNext('drives.get', 503),
};

const control = await startHttpServer(async ({ method, url: { pathname }, body }) => {
  const [, ticketId] = /^\/tickets\/(\d+)\/description$/.exec(pathname) ?? [];
  if (ticketId !== undefined && method === 'PUT') {
    await describeTicket(Number(ticketId), body.toString());
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
    releases.set(pathname, hold());
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
// Ctrl-C reaches this process, too; the one that started it decides when it ends.
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
// The tickets are there when the tests begin; else some would wait for the minute's run.
await portal.runJob('helpdesk-copy');
await portal.runJob('health-check').catch(() => undefined);
process.send?.({ url: portal.url, controlUrl: control.url, agentUrl: portal.freshdesk.agentUrl });
