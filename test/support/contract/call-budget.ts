import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { refreshCopy } from '#test/support/helpdesk/conversations.ts';
import { NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import { makeRequest } from './route-requests.ts';

const BUDGETS_OF_THEIR_OWN: Partial<Record<RouteId, number>> = {
  // Account, attempt, success, session, and the end of the sessions above a hundred; no transaction. The mail about an
  // unknown browser.
  'auth.login': 6,
  // The link; begin, the link again, password, links, sessions, blocks, mail, audit row, commit; the contact's job. One
  // more for an administrator.
  'links.reset': 12,
  // The session and the link; begin, the link again, address, links, sessions, mail, audit row, commit; the contact's
  // job.
  'links.verify': 11,
  // Session, account, attempt, success; begin, password, sessions, links, mail, audit row, commit.
  'account.password': 11,
  // Session, share, account, attempt, success; begin, address, two mails, audit row, commit.
  'account.change-email': 11,
  // Session, count, audit entry, and one page for each 400 rows: here only the first.
  'users.export': 4,
  // Session, begin, the key, the account's lock, the invoice with its job, settling, the stored answer, commit.
  'invoices.create': 8,
  // Session, begin, the invoice, the account's lock, the payment, settling, the read invoice, commit.
  'invoices.status': 8,
  // Session, begin, the key, the account's lock, the payment, settling, the stored answer, commit.
  'payments.record': 8,
  // The same, the payment's account, the ended allocations, and the read payment.
  'payments.reverse': 11,
  'ledger.refund': 8,
  // The same, and the ended allocations of the opening balance.
  'ledger.correct': 9,
  // Session, begin, the isolation level, count by day, one page for each 1,000 entries (here only the first), commit, and
  // the audit row.
  'ledger.export': 7,
  // Session, share, four to store the message, three to begin sending it, and four to note that it was sent. Two more
  // for the department and the contact of a client's first ticket.
  'tickets.create': 15,
  // The same thirteen, and two more if the reply opens its ticket again.
  'tickets.reply': 15,
  // Session, the five of a transaction, and the client's next message.
  'tickets.withdraw': 7,
  'tickets.withdraw-reply': 7,
  // Session, ticket, share, and storing the entries; a fifth call if replies wait.
  'tickets.conversations': 4,
  // Session, ticket, and share.
  'tickets.attachment': 3,
  // Session, the run with its audit row, the count of files, and the result.
  'debug.drive': 4,
};

/**
 * Returns the maximum number of Data API calls of one request, including the check of its session, begin and commit.
 * One call takes about 100 ms on Aurora.
 */
export const callBudgetOf = (routeId: RouteId): number =>
  BUDGETS_OF_THEIR_OWN[routeId] ?? (findRoute(routeId).method === 'GET' ? 2 : 7);

const HELPDESK_BUDGETS: Partial<Record<RouteId, number>> = {
  // The contact, once for each client, and the ticket.
  'tickets.create': 2,
  // The current ticket, and the note; a third call if that changes the status.
  'tickets.reply': 2,
  // One page of 100 entries.
  'tickets.conversations': 1,
  // The current ticket, and its status.
  'tickets.close': 2,
  // The ticket, its conversation and the bytes, which the host of the attachments returns.
  'tickets.attachment': 2,
  // The agent to whom the key belongs.
  'debug.system': 1,
};

/** Returns the maximum number of helpdesk calls of one request; a route without an entry makes none in any case. */
export const helpdeskBudgetOf = (routeId: RouteId): number => HELPDESK_BUDGETS[routeId] ?? 0;

/** Sends the route's request as a signed-in browser would, and counts its calls. */
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
  // Counts only the route, not the keys that the first request reads.
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
