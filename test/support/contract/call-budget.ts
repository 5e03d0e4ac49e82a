import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { refreshCopy } from '#test/support/helpdesk/conversations.ts';
import { NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import { makeRequest } from './route-requests.ts';

const BUDGETS_OF_THEIR_OWN: Partial<Record<RouteId, number>> = {
  // The account, the attempt, its success, the session and the end of those above a hundred; no transaction.
  'auth.login': 5,
  // The session, the count, the entry in the audit log, and a page for each 400 rows: here the first.
  'users.export': 4,
  // The session, the share, four to store the message, three to begin to send it, and four to note that it was sent; two
  // more for the department and the contact of a client's first ticket.
  'tickets.create': 15,
  // The same thirteen, and two more where the reply opens its ticket again.
  'tickets.reply': 15,
  // The session, the five of a transaction, and the client's next message.
  'tickets.withdraw': 7,
  'tickets.withdraw-reply': 7,
  // The session, the ticket, its share, and what was read is kept; a fifth one where replies wait.
  'tickets.conversations': 4,
  // The session, the ticket and its share.
  'tickets.attachment': 3,
  // The session, the run with its audit row, the count of files, and the result.
  'debug.drive': 4,
};

/**
 * The most calls of the Data API that a request may make, with the check of its session, begin and commit: one takes
 * about 100 ms on Aurora.
 */
export const callBudgetOf = (routeId: RouteId): number =>
  BUDGETS_OF_THEIR_OWN[routeId] ?? (findRoute(routeId).method === 'GET' ? 2 : 7);

const HELPDESK_BUDGETS: Partial<Record<RouteId, number>> = {
  // The contact, once a client, and the ticket.
  'tickets.create': 2,
  // The ticket as it is now, and the note; a third one where that changes the status.
  'tickets.reply': 2,
  // A page: 100 entries.
  'tickets.conversations': 1,
  // The ticket as it is now, and its status.
  'tickets.close': 2,
  // The ticket, its conversation and the bytes, which the attachments' own host answers.
  'tickets.attachment': 2,
  // The agent of the key.
  'debug.system': 1,
};

/** The most calls of the helpdesk that a request may make; a route that is not named makes none, whatever happens. */
export const helpdeskBudgetOf = (routeId: RouteId): number => HELPDESK_BUDGETS[routeId] ?? 0;

/** Makes the request of a route as a signed-in browser would, and counts its calls. */
export const countCalls = async (portal: TestPortal, routeId: RouteId) => {
  const { access, idempotent } = findRoute(routeId);
  const addAccount = async (user_role: 'admin' | 'client') => {
    const email = `${crypto.randomUUID()}@example.com`;

    return { email, userId: await addUser(portal, { User_Email: email, user_role }) };
  };
  const owner = await addAccount('client');
  const caller = access === 'admin' ? await addAccount('admin') : owner;
  const cookie = await startSession(portal, caller.userId);
  const { method, path, body } = await makeRequest(portal, routeId, owner);
  // What is counted is the route alone, not the keys that the first request reads.
  await portal.call('GET', '/api/user', { cookie });

  portal.freshdesk.setLimits(NO_LIMITS);
  await refreshCopy(portal);
  const askedBefore = portal.freshdesk.listCalls().length;
  portal.dataApi.calls.reset();
  const { status } = await portal.call(method, path, {
    cookie,
    ...(idempotent && { headers: { 'idempotency-key': crypto.randomUUID() } }),
    body,
  });

  return {
    status,
    calls: portal.dataApi.calls.total,
    byOperation: { ...portal.dataApi.calls.byOperation },
    helpdeskCalls: portal.freshdesk.listCalls().slice(askedBefore),
  };
};
