import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { addSupportContact, addTicket, addWords } from '#test/support/helpdesk/tickets.ts';
import { readJobRow, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import { makeRequest } from './route-requests.ts';

type Caller = Awaited<ReturnType<typeof addCaller>>;

interface People {
  admin: Caller;
  client: Caller;
}

interface MainRoute {
  what: string;
  /** Result of a successful run. */
  good: string;
  /** Creates the records, and returns a function that makes the call and returns its result. */
  prepare(portal: TestPortal, people: People): Promise<() => Promise<string>>;
}

const MEGABYTE = 1024 * 1024;

const ask = async (portal: TestPortal, routeId: RouteId, { admin, client }: People) => {
  const { access } = findRoute(routeId);
  const { cookie } = access === 'admin' ? admin : client;
  const { method, path, body } = await makeRequest(portal, routeId, client);

  return async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { status } = await portal.call(method, path, {
      ...(access !== 'public' && { cookie }),
      ...(method !== 'GET' && { headers }),
      ...(body && { body }),
    });

    return String(status);
  };
};

const ofRoute = (what: string, routeId: RouteId): MainRoute => ({
  what,
  good: String(findRoute(routeId).status ?? 200),
  prepare: (portal, people) => ask(portal, routeId, people),
});

/** The signed-in user, and then the reads of their first screen in parallel, as the browser makes them. */
const dashboardOf = (who: keyof People, reads: readonly RouteId[]): MainRoute => ({
  what: `dashboard of the ${who}: the user, then ${reads.length} reads at once`,
  good: ['200', ...reads.map(() => '200')].join(' '),
  prepare: async (portal, people) => {
    const { cookie } = people[who];
    const read = async (routeId: RouteId) =>
      String((await portal.call('GET', findRoute(routeId).path, { cookie })).status);

    return async () => {
      const user = await read('auth.user');

      return [user, ...(await Promise.all(reads.map(read)))].join(' ');
    };
  },
});

const pdfJob: MainRoute = {
  what: 'PDF job, from its message to its file on the drive',
  good: 'completed',
  prepare: async (portal, { admin, client }) => {
    const { id } = await issueInvoice(portal, admin, client.userId);

    return async () => {
      await runPdfJob(portal, id);

      return (await readJobRow(portal, id)).state;
    };
  },
};

/** A file of the conversation, which takes one call more than a file of the description. */
const attachmentOf = (megabytes: number): MainRoute => ({
  what: `attachment of ${megabytes} MB`,
  good: `200 ${megabytes} MB`,
  prepare: async (portal, { client }) => {
    const ticketId = await addTicket(portal, client);
    const files = [new File([new Uint8Array(megabytes * MEGABYTE)], 'router.log', { type: 'text/plain' })];
    const { attachmentIds } = await addWords(portal, ticketId, { files });
    const { path } = findRoute('tickets.attachment');
    const filled = path.replace('{id}', String(ticketId)).replace('{attachmentId}', String(attachmentIds[0]));

    return async () => {
      const { status, body } = await portal.call('GET', filled, client);

      return `${status} ${body.length / MEGABYTE} MB`;
    };
  },
});

/** The most frequent actions, each with the result of a successful run. */
export const MAIN_ROUTES: readonly MainRoute[] = [
  ofRoute('sign-in', 'auth.login'),
  dashboardOf('admin', ['users.stats', 'users.recent', 'figures.counts', 'figures.money']),
  dashboardOf('client', ['client.stats', 'client.services', 'client.activities']),
  ofRoute('list of clients', 'users.list'),
  ofRoute('list of tickets', 'tickets.list'),
  ofRoute('invoice', 'invoices.create'),
  pdfJob,
  ofRoute('download of a PDF', 'invoices.download'),
  ofRoute('ticket', 'tickets.create'),
  ofRoute('reply', 'tickets.reply'),
  ofRoute('close', 'tickets.close'),
  ofRoute('withdraw', 'tickets.withdraw'),
  ofRoute('conversation', 'tickets.conversations'),
  attachmentOf(1),
  attachmentOf(4),
];

/** Creates an administrator, and a client who already has a contact at the helpdesk. */
export const addPeople = async (portal: TestPortal): Promise<People> => {
  const people = { admin: await addCaller(portal, 'admin'), client: await addCaller(portal, 'client') };
  await addSupportContact(portal, people.client);

  return people;
};
