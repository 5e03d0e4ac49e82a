import { afterAll, beforeAll, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import type { FreshdeskOperation } from '#local/freshdesk/operations.ts';
import { GROWTH_PLAN } from '#local/freshdesk/rate-limit.ts';
import { addTicket, addWords, NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const CLIENTS = 100;
/** Runs that begin in slightly more than a minute. */
const COPY_RUNS = 3;
/** Calls in a minute, of all kinds that list: pages of the copy, groups, deleted tickets, spam. */
const LIST_CALLS_MAX = 15;

const LISTS: readonly FreshdeskOperation[] = ['tickets.list', 'groups.list', 'contacts.list'];

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let clients: { cookie: string; ticketId: number }[];

beforeAll(async () => {
  portal = await startTestPortal();
  portal.freshdesk.setLimits(NO_LIMITS);
  clients = [];
  for (let count = 0; count < CLIENTS; count += 1) {
    const userId = await addUser(portal, {});
    const ticketId = await addTicket(portal, { userId });
    await addWords(portal, ticketId);
    clients.push({ ticketId, cookie: await startSession(portal, userId) });
  }
  portal.freshdesk.setLimits(GROWTH_PLAN);
});
afterAll(() => portal.stop());

/** Makes the browser's requests when a client opens Support and one conversation there. */
const openSupport = async ({ cookie, ticketId }: { cookie: string; ticketId: number }) => {
  const get = (path: string) => portal.call('GET', `/api/support/${path}`, { cookie });
  const answers = [
    ...(await Promise.all([get('tickets'), get('status'), get('groups')])),
    await get(`tickets/${ticketId}/conversations`),
  ];

  return answers.map(({ status }) => status);
};

it('100 clients who open Support within a minute cost a call for each conversation, and those of the copy', async () => {
  const startedAt = Date.now();
  const copying = (async () => {
    for (let run = 0; run < COPY_RUNS; run += 1) {
      await portal.runTask('helpdesk-copy');
    }
  })();
  const statuses = (await Promise.all([copying, ...clients.map(openSupport)])).slice(1).flat();
  const seconds = (Date.now() - startedAt) / 1000;

  const calls = portal.freshdesk.listCalls();
  const byKind = Object.fromEntries(
    Object.entries(Object.groupBy(calls, (operation) => operation)).map(([kind, made]) => [
      kind,
      made?.length ?? 0,
    ]),
  );
  process.stdout.write(
    `${CLIENTS} clients opened Support in ${seconds.toFixed(1)} s: ${calls.length} calls of the helpdesk, ${JSON.stringify(byKind)}\n`,
  );

  expect(seconds).toBeLessThan(60);
  expect(statuses).toHaveLength(4 * CLIENTS);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(byKind['conversations.list']).toBe(CLIENTS);
  expect(calls.filter((operation) => LISTS.includes(operation)).length).toBeLessThanOrEqual(LIST_CALLS_MAX);
  // The Growth plan's limits held: an answer of 429 would appear in the log.
  expect(portal.heard.log.join('')).not.toContain('Freshdesk answered 429');
});

it('the copy makes no more than fifteen list calls a minute, however often it is run', async () => {
  const countLists = () =>
    portal.freshdesk.listCalls().filter((operation) => LISTS.includes(operation)).length;
  await portal.connection.delete(throttleCounters);
  // The limit is the portal's own: the helpdesk, which still counts the minute before, refuses none.
  portal.freshdesk.setLimits(NO_LIMITS);
  const before = countLists();
  for (let run = 0; run < LIST_CALLS_MAX + 5; run += 1) {
    await portal.runTask('helpdesk-copy');
  }

  expect(countLists() - before).toBe(LIST_CALLS_MAX);
});
