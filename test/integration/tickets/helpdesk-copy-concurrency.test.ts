import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addHelpdeskClient, addHelpdeskTicket, runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
});
afterAll(() => portal.stop());

const loadDatabase = async () => (await import('#local/seed/whole-database.ts')).database;
const fifty = Array.from({ length: 50 }, (_, index) => index);

it('the helpdesk is copied by one run at a time, and the lease of a killed run expires', async () => {
  const { helpdeskCopy } = await loadDatabase();
  const now = new Date();
  const until = new Date(now.getTime() + 60_000);
  const begin = (at: Date) => helpdeskCopy.beginRun({ token: crypto.randomUUID(), until, now: at });

  const runs = await Promise.all(fifty.map(() => begin(now)));
  const [held] = runs.filter((run) => run !== undefined);
  expect(runs.filter((run) => run !== undefined)).toHaveLength(1);

  const listed = portal.freshdesk.listCalls().length;
  await portal.runTask('helpdesk-copy');
  expect(portal.freshdesk.listCalls()).toHaveLength(listed);

  const next = await begin(new Date(until.getTime() + 1));
  expect(next).toBeDefined();
  const progress = { copiedUntil: now, page: 1, isComplete: true };
  expect(await helpdeskCopy.saveProgress(held?.token ?? '', progress, now)).toBe(false);
  await helpdeskCopy.endRun(held?.token ?? '');
  expect(await begin(new Date(until.getTime() - 1))).toBeUndefined();
  await helpdeskCopy.endRun(next?.token ?? '');
});

it('all callers together take at most fifteen list calls a minute', async () => {
  const { throttle } = await loadDatabase();
  const bucket = { name: crypto.randomUUID(), limit: 15, windowSeconds: 60 };
  const now = new Date();

  const answers = await Promise.all(fifty.map(() => throttle.take(bucket, now)));

  expect(answers.filter((end) => end === undefined)).toHaveLength(15);
  expect(answers.find((end) => end !== undefined)).toEqual(new Date(now.getTime() + 60_000));
  expect(await throttle.take(bucket, new Date(now.getTime() + 60_000))).toBeUndefined();
});

it('deleting clients while their tickets are copied leaves no copy of them and stops no page', async () => {
  const { helpdeskCopy } = await loadDatabase();
  const other = await addHelpdeskClient(portal);
  const kept = addHelpdeskTicket(portal.freshdesk.context, other.contactId);
  const clients = await Promise.all(fifty.slice(0, 20).map(() => addHelpdeskClient(portal)));
  for (const { contactId } of clients) {
    addHelpdeskTicket(portal.freshdesk.context, contactId);
  }
  await runCopy(portal);
  const { helpdesk } = await import('#functions/runtime/ports/helpdesk-port.ts');
  const page = await helpdesk?.listTickets({ updatedSince: new Date(0), page: 1 });
  const tickets = page?.tickets ?? [];

  await Promise.all([
    ...fifty.slice(0, 10).map(() => helpdeskCopy.keepListed(tickets, new Date())),
    ...clients.map(({ userId }) => portal.connection.delete(users).where(eq(users.User_Id, userId))),
  ]);
  await helpdeskCopy.keepListed(tickets, new Date());

  for (const { contactId } of clients) {
    expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.requester_id, contactId))).toBe(0);
  }
  expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.id, kept))).toBe(1);
});

it('a copied page waits for the deletion of a client, and keeps the tickets of the others', async () => {
  const { helpdeskCopy } = await loadDatabase();
  const [client, other] = [await addHelpdeskClient(portal), await addHelpdeskClient(portal)];
  const ids = [client, other].map(({ contactId }) => addHelpdeskTicket(portal.freshdesk.context, contactId));
  const { helpdesk } = await import('#functions/runtime/ports/helpdesk-port.ts');
  const tickets = await Promise.all(ids.map((id) => helpdesk?.findTicket(id)));

  let kept: Promise<void> | undefined;
  await portal.connection.transaction(async (transaction) => {
    await transaction.delete(users).where(eq(users.User_Id, client.userId));
    kept = helpdeskCopy.keepListed(
      tickets.flatMap((ticket) => ticket ?? []),
      new Date(),
    );
    await expect.poll(() => countBlockedStatements(portal), { timeout: 5_000 }).toBeGreaterThan(0);
  });
  await kept;

  const [gone = 0, stays = 0] = ids;
  expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.id, gone))).toBe(0);
  expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.id, stays))).toBe(1);
});

it('ordering the mails about answers waits for the deletion of a client, and orders those of the others', async () => {
  const { ticketMails } = await loadDatabase();
  const [client, other] = [await addHelpdeskClient(portal), await addHelpdeskClient(portal)];
  for (const { contactId } of [client, other]) {
    addHelpdeskTicket(portal.freshdesk.context, contactId);
  }
  await runCopy(portal);
  const answered = { ticket: sql`ticket || '{"agentRespondedAt": "2026-11-20T08:00:00.000Z"}'` };
  await portal.connection.update(helpdeskTickets).set({ ...answered, has_new_answer: true });

  let ordering: Promise<void> | undefined;
  await portal.connection.transaction(async (transaction) => {
    const isClient = eq(users.User_Id, client.userId);
    await transaction.select({ id: users.User_Id }).from(users).where(isClient).for('update');
    ordering = ticketMails.orderForAnswers(true, new Date());
    await expect.poll(() => countBlockedStatements(portal), { timeout: 5_000 }).toBeGreaterThan(0);
    await transaction.delete(users).where(isClient);
  });
  await ordering;

  const isAnswer = and(eq(mails.user_id, other.userId), eq(mails.kind, 'ticket-answered'));
  expect(await countRows(portal, mails, isAnswer)).toBe(1);
});

it('ordering the mails about answers while their tickets are copied ends in no deadlock', async () => {
  const { helpdeskCopy, ticketMails } = await loadDatabase();
  const { helpdesk } = await import('#functions/runtime/ports/helpdesk-port.ts');
  const { userId, contactId } = await addHelpdeskClient(portal);
  const ids = fifty.slice(0, 3).map(() => addHelpdeskTicket(portal.freshdesk.context, contactId));
  const found = await Promise.all(ids.map((id) => helpdesk?.findTicket(id)));
  const tickets = found.flatMap((ticket) => ticket ?? []);
  // The ticket that a copied page reaches last is the first one in the table.
  for (const ticket of tickets.toReversed()) {
    await helpdeskCopy.keepListed([ticket], new Date());
  }
  const answered = { ticket: sql`ticket || '{"agentRespondedAt": "2026-11-20T08:00:00.000Z"}'` };
  const ofClient = eq(helpdeskTickets.requester_id, contactId);
  await portal.connection
    .update(helpdeskTickets)
    .set({ ...answered, has_new_answer: true })
    .where(ofClient);

  const { done } = await connectAsOwner().transaction(async (holder) => {
    await holder
      .select({ id: helpdeskTickets.id })
      .from(helpdeskTickets)
      .where(eq(helpdeskTickets.id, ids[1] ?? 0))
      .for('update');
    const copying = helpdeskCopy.keepListed(tickets, new Date());
    await expect.poll(() => countBlockedStatements(portal)).toBe(1);
    const ordering = ticketMails.orderForAnswers(true, new Date());
    await expect.poll(() => countBlockedStatements(portal)).toBe(2);

    return { done: Promise.allSettled([copying, ordering]) };
  });

  expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const isAnswer = and(eq(mails.user_id, userId), eq(mails.kind, 'ticket-answered'));
  expect(await countRows(portal, mails, isAnswer)).toBe(3);
  expect(await countRows(portal, helpdeskTickets, and(ofClient, helpdeskTickets.has_new_answer))).toBe(0);
});

it('an older state of a ticket never replaces a newer one, whatever the order of arrival', async () => {
  const { helpdeskCopy } = await loadDatabase();
  const client = await addHelpdeskClient(portal);
  const id = addHelpdeskTicket(portal.freshdesk.context, client.contactId);
  const { helpdesk } = await import('#functions/runtime/ports/helpdesk-port.ts');
  const ticket = await helpdesk?.findTicket(id);
  if (!ticket) {
    throw new Error('The ticket is not there');
  }
  const states = fifty.map((second) => ({
    ...ticket,
    status: second === 49 ? 5 : 2,
    updatedAt: new Date(Date.now() + second * 1000).toISOString(),
  }));

  await Promise.all(
    states.toSorted(() => Math.random() - 0.5).map((state) => helpdeskCopy.keepListed([state], new Date())),
  );
  await helpdeskCopy.keepTickets(states.slice(0, 3), new Date());

  const [row] = await portal.connection
    .select({ status: helpdeskTickets.status })
    .from(helpdeskTickets)
    .where(eq(helpdeskTickets.id, id));
  expect(row?.status).toBe(5);
});
