import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health, throttleCounters } from '#functions/database/schema/system-tables.ts';
import {
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { GROWTH_PLAN } from '#local/freshdesk/rate-limit.ts';
import { addTicket } from '#local/freshdesk/ticket-operations.ts';
import { HELPDESK_ID_PREFIX } from '#local/stand-ins.ts';
import { receiveMessages } from '#test/support/faults/queues.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import { addSupportContact } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** More calls than the tests of this file make in a minute. */
const UNLIMITED = { total: 5000, contactLists: 5000 };

let portal: TestPortal;
let admin: { cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = { cookie: await startSession(portal, await addUser(portal, { user_role: 'admin' })) };
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(jobs);
  await receiveMessages(portal.queue.queueUrl('helpdesk-contact'));
});
afterEach(async () => {
  portal.freshdesk.setOutage(undefined);
  portal.freshdesk.setLimits(UNLIMITED);
  await portal.connection.delete(health);
});

const readContactId = async (userId: number) => {
  const [row] = await portal.connection
    .select({ id: users.User_Support_Id })
    .from(users)
    .where(eq(users.User_Id, userId));

  return row?.id;
};

const contacts = () => portal.freshdesk.context.store.contacts;
const contactOf = (contactId: number) => contacts().find(contactId);

/** Adds a client who has a contact at the helpdesk. */
const addKnownClient = async (client: Partial<typeof users.$inferInsert> = {}) => {
  const userId = await addUser(portal, { User_Name: 'Naledi', User_Surname: 'Mokoena', ...client });
  const contactId = await addSupportContact(portal, { userId });

  return { userId, contactId };
};

const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);
const update = (userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { ...admin, body });

const isJobOf = (userId: number) => and(eq(jobs.kind, 'helpdesk-contact'), eq(jobs.key, String(userId)));
const readJob = async (userId: number) => {
  const [row] = await portal.connection.select().from(jobs).where(isJobOf(userId));

  return row;
};
const runTask = (userId: number) =>
  portal.runTask('helpdesk-contact', { Records: [{ body: JSON.stringify({ key: String(userId) }) }] });
/** Ends the wait of a job that backs off, and the helpdesk's outage. */
const letWaitEnd = async (userId: number) => {
  await portal.connection.update(jobs).set({ not_before: null }).where(isJobOf(userId));
  await portal.connection.delete(health);
};

/** Adds a waiting message, as a job in the lane of its client. */
const addMessage = async (userId: number, job: Partial<typeof jobs.$inferInsert> = {}) => {
  const [message] = await portal.connection
    .insert(helpdeskMessages)
    .values({ user_id: userId, kind: 'ticket', payload: {} })
    .returning({ id: helpdeskMessages.id });
  await portal.connection.insert(jobs).values({
    kind: 'helpdesk-message',
    key: String(message?.id),
    lane: String(userId),
    payload: { messageId: message?.id },
    ...job,
  });
};
const countMessageJobs = (userId: number) =>
  countRows(portal, jobs, and(eq(jobs.kind, 'helpdesk-message'), eq(jobs.lane, String(userId))));

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

describe('the contact of a client who writes for the first time', () => {
  it('a new client never gets the contact of an account that had the same User_Id before a restore', async () => {
    const userId = await addUser(portal, {});
    const { context } = portal.freshdesk;
    const { id: strangerId } = addContact(context, {
      name: 'Somebody else',
      unique_external_id: `${HELPDESK_ID_PREFIX}:${userId}`,
    });
    addTicket(context, strangerId, { subject: 'My ID number', description: 'It is 8001015009087.' }, []);
    const client = { cookie: await startSession(portal, userId) };
    const ticket = { subject: 'No signal', description: 'It stopped this morning.' };

    expect(await portal.call('POST', '/api/support/tickets', { ...client, body: ticket })).toMatchObject({
      status: 201,
    });
    await portal.runTask('helpdesk-copy');

    const { body } = await portal.call('GET', '/api/support/tickets', client);
    expect(body).toMatchObject([{ subject: 'No signal' }]);
    expect(await readContactId(userId)).not.toBe(strangerId);
  });
});

describe('the contact of a deleted client', () => {
  it('the contact of a deleted client is deleted for good with its tickets, at the helpdesk and in our copy', async () => {
    const { userId, contactId } = await addKnownClient();
    const { id: ticketId } = await addTicketCopy(portal, { userId });
    await portal.connection.insert(helpdeskEntries).values({
      id: ticketId,
      ticket_id: ticketId,
      author_kind: 'agent',
      body: 'We are on it.',
      body_text: 'We are on it.',
      attachments: [],
      created_at: inSeconds(0),
    });
    await addMessage(userId);
    await addMessage(userId, { state: 'failed' });

    expect(await remove(userId)).toMatchObject({ status: 204 });
    expect(await countMessageJobs(userId)).toBe(0);
    expect(await receiveMessages(portal.queue.queueUrl('helpdesk-contact'))).toEqual([
      { key: String(userId) },
    ]);
    expect(contactOf(contactId)).toBeDefined();
    await runTask(userId);

    expect(contactOf(contactId)).toBeUndefined();
    expect(await readJob(userId)).toBeUndefined();
    expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.requester_id, contactId))).toBe(0);
    expect(await countRows(portal, helpdeskEntries, eq(helpdeskEntries.ticket_id, ticketId))).toBe(0);
    expect(await countRows(portal, helpdeskMessages, eq(helpdeskMessages.user_id, userId))).toBe(0);
  });

  it('the contact of a deleted client is deleted although an agent has softly deleted it', async () => {
    const { userId, contactId } = await addKnownClient();
    const contact = contacts().find(contactId);
    if (contact) {
      contacts().save({ ...contact, deleted: true });
    }
    await remove(userId);
    await runTask(userId);

    expect(contacts().find(contactId)).toBeUndefined();
  });

  it('the contact job of a deleted client who never had a contact ends', async () => {
    const userId = await addUser(portal, {});
    await remove(userId);
    await runTask(userId);

    expect(await readJob(userId)).toBeUndefined();
  });

  it('other contacts stay when the contact of a deleted client is deleted', async () => {
    const [gone, other] = [await addKnownClient(), await addKnownClient()];
    await remove(gone.userId);
    await runTask(gone.userId);

    expect(contactOf(other.contactId)).toBeDefined();
    expect(await readJob(other.userId)).toBeUndefined();
  });

  it('the deletion of a contact waits while the helpdesk is down, and is done afterwards', async () => {
    const [{ userId, contactId }, other] = [await addKnownClient(), await addKnownClient()];
    for (const gone of [userId, other.userId]) {
      await remove(gone);
    }
    portal.freshdesk.setOutage({ status: 503 });

    await expect(runTask(userId)).rejects.toThrow('unavailable');
    const waiting = await readJob(userId);
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, sent_at: null, lease_token: null });
    expect(Date.parse(waiting?.not_before ?? '')).toBeGreaterThan(Date.now() + 30_000);
    expect(await portal.connection.select().from(health)).toEqual([]);
    await expect(runTask(other.userId)).rejects.toThrow('unavailable');
    // The failure of a second contact records the outage.
    expect(await portal.connection.select().from(health)).toMatchObject([
      { name: 'helpdesk', state: 'Down' },
    ]);
    expect(await readJob(other.userId)).toMatchObject({ progress: { metOutage: true } });

    portal.freshdesk.setOutage(undefined);
    await portal.connection.delete(health);
    await runTask(userId);
    expect(contactOf(contactId), 'before its time').toBeDefined();
    await letWaitEnd(userId);
    await runTask(userId);
    expect(contactOf(contactId)).toBeUndefined();
    expect(await readJob(userId)).toBeUndefined();
  });

  it('no contact is deleted by a call to a helpdesk that was just found down', async () => {
    const { userId } = await addKnownClient();
    await remove(userId);
    await portal.connection
      .insert(health)
      .values({ name: 'helpdesk', state: 'Down', checked_at: inSeconds(0) });
    const before = portal.freshdesk.listCalls().length;

    await expect(runTask(userId)).rejects.toThrow('unavailable');
    expect(portal.freshdesk.listCalls()).toHaveLength(before);
    expect(await readJob(userId)).toMatchObject({ state: 'queued' });
  });

  it("the deletion of a contact and of the client's messages waits for a message that is being sent", async () => {
    const { userId, contactId } = await addKnownClient();
    await addMessage(userId, {
      state: 'running',
      lease_token: crypto.randomUUID(),
      lease_until: inSeconds(30),
    });
    await addMessage(userId);
    await remove(userId);
    expect(await countMessageJobs(userId)).toBe(1);

    await expect(runTask(userId)).rejects.toThrow('unavailable');
    expect(contactOf(contactId)).toBeDefined();
    expect(await readJob(userId)).toMatchObject({ state: 'queued', attempts: 1 });

    await portal.connection
      .update(jobs)
      .set({ lease_until: inSeconds(-1) })
      .where(eq(jobs.lane, String(userId)));
    await letWaitEnd(userId);
    await runTask(userId);
    expect(contactOf(contactId)).toBeUndefined();
    expect(await countMessageJobs(userId)).toBe(0);
  });

  it("the deletion of a contact is finished at the next try if the helpdesk's answer was lost", async () => {
    const { userId, contactId } = await addKnownClient();
    await remove(userId);
    portal.freshdesk.failNext('contacts.hardDelete', 'drop-after');

    await expect(runTask(userId)).rejects.toThrow();
    expect(contactOf(contactId)).toBeUndefined();
    expect(await readJob(userId)).toMatchObject({ state: 'queued' });
    await letWaitEnd(userId);
    await runTask(userId);
    expect(await readJob(userId)).toBeUndefined();
  });

  it('the deletion of a contact is taken over from a worker that was killed', async () => {
    const { userId, contactId } = await addKnownClient();
    await remove(userId);
    await portal.connection
      .update(jobs)
      .set({
        state: 'running',
        attempts: 1,
        first_tried_at: inSeconds(-60),
        lease_token: crypto.randomUUID(),
        lease_until: inSeconds(-1),
      })
      .where(isJobOf(userId));
    await runTask(userId);

    expect(contactOf(contactId)).toBeUndefined();
    expect(await readJob(userId)).toBeUndefined();
  });

  it('the contact of each of ten clients who are deleted at once is deleted', async () => {
    const clients = [];
    for (let count = 0; count < 10; count += 1) {
      clients.push(await addKnownClient());
    }

    const answers = await Promise.all(clients.map(({ userId }) => remove(userId)));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 204));
    portal.freshdesk.setLimits({ contactLists: GROWTH_PLAN.contactLists });
    // Two messages may name one job, and the plan allows fewer look-ups in a minute than these deletions need.
    await Promise.allSettled(clients.flatMap(({ userId }) => [runTask(userId), runTask(userId)]));
    portal.freshdesk.setLimits(UNLIMITED);
    for (const { userId } of clients) {
      await letWaitEnd(userId);
    }
    await Promise.all(clients.map(({ userId }) => runTask(userId)));

    expect(clients.map(({ contactId }) => contactOf(contactId))).toEqual(clients.map(() => undefined));
    expect(await countRows(portal, jobs)).toBe(0);
  });
});

describe('the contact of an edited client', () => {
  it('the contact of an edited client gets the new name', async () => {
    const { userId, contactId } = await addKnownClient();

    expect(await update(userId, { User_Name: 'Lerato', User_Town: 'Paarl' })).toMatchObject({ status: 200 });
    expect(await receiveMessages(portal.queue.queueUrl('helpdesk-contact'))).toEqual([
      { key: String(userId) },
    ]);
    await runTask(userId);

    expect(contactOf(contactId)).toMatchObject({ name: 'Lerato Mokoena', email: null });
    expect(await readJob(userId)).toBeUndefined();
  });

  it('a changed address removes the verified one from its contact, and the new one is noted as not verified', async () => {
    const { userId, contactId } = await addKnownClient();
    await portal.connection
      .update(users)
      .set({ email_verified_at: inSeconds(0) })
      .where(eq(users.User_Id, userId));
    await update(userId, { User_Name: 'Lerato' });
    await runTask(userId);
    expect(contactOf(contactId)?.email).toMatch(/@example\.com$/);
    const User_Email = `${crypto.randomUUID()}@example.com`;
    await update(userId, { User_Email });
    await runTask(userId);

    expect(contactOf(contactId)).toMatchObject({
      email: null,
      description: `Email address (not verified): ${User_Email}`,
    });
  });

  it.each([
    ['r&d', true],
    ['a/b', true],
    ["o'neil+tag", true],
    // The helpdesk refuses it as no address.
    ['{a}', false],
  ])(
    'a client whose verified address begins with %s opens a ticket, and it is known at the helpdesk',
    async (local, isTaken) => {
      const User_Email = `${local}@${crypto.randomUUID()}.example`;
      const userId = await addUser(portal, { User_Email, email_verified_at: inSeconds(0) });
      const client = { cookie: await startSession(portal, userId) };
      const ticket = { subject: 'No signal', description: 'It stopped this morning.' };

      expect((await portal.call('POST', '/api/support/tickets', { ...client, body: ticket })).status).toBe(
        201,
      );
      const contact = contactOf((await readContactId(userId)) ?? 0);
      expect(contact?.email).toBe(isTaken ? User_Email : null);
      expect(contact?.description).toContain(User_Email);
    },
  );

  it.each([
    ['the town', { User_Town: 'Durban' }],
    ['the name to the same value', { User_Name: 'Naledi' }],
  ])('the contact stays as it is when an edit sets %s', async (_, edit) => {
    const { userId } = await addKnownClient();
    expect(await update(userId, edit)).toMatchObject({ status: 200 });

    expect(await readJob(userId)).toBeUndefined();
    expect(await receiveMessages(portal.queue.queueUrl('helpdesk-contact'))).toEqual([]);
  });

  it('no contact job is queued for an edited client who has no contact', async () => {
    const userId = await addUser(portal, {});
    await update(userId, { User_Name: 'Lerato' });

    expect(await readJob(userId)).toBeUndefined();
  });

  it('no contact job is queued for an edit that is refused because its version is stale', async () => {
    const { userId } = await addKnownClient();

    expect(await update(userId, { User_Name: 'Lerato', version: 99 })).toMatchObject({
      status: 409,
      body: { current: { support: { openTickets: 0 } } },
    });
    expect(await readJob(userId)).toBeUndefined();
  });

  it('a contact job that has failed is queued again when the client is edited again', async () => {
    const { userId, contactId } = await addKnownClient();
    await update(userId, { User_Name: 'Lerato' });
    await portal.connection
      .update(jobs)
      .set({ state: 'failed', attempts: 9, error: 'It failed.' })
      .where(isJobOf(userId));
    await update(userId, { User_Surname: 'Dlamini' });

    expect(await readJob(userId)).toMatchObject({ state: 'queued', attempts: 0, error: null });
    await runTask(userId);
    expect(contactOf(contactId)).toMatchObject({ name: 'Lerato Dlamini' });
  });

  it('a newer name waits until the lease of the worker with the older name has ended', async () => {
    const { userId } = await addKnownClient();
    const leaseUntil = inSeconds(30);
    await update(userId, { User_Name: 'Lerato' });
    await portal.connection
      .update(jobs)
      .set({ state: 'running', lease_token: crypto.randomUUID(), lease_until: leaseUntil })
      .where(isJobOf(userId));
    await update(userId, { User_Name: 'Thandi' });

    const queued = await readJob(userId);
    expect(queued).toMatchObject({ state: 'queued', lease_token: null, sent_at: null });
    expect(Date.parse(queued?.not_before ?? '')).toBe(Date.parse(leaseUntil));
  });

  describe('who renames themselves again and again', () => {
    const rename = (cookie: string, User_Name: string) =>
      portal.call('PUT', '/api/user', { cookie, body: { User_Name } });
    const addRenamer = async () => {
      const client = await addKnownClient();
      await portal.connection.delete(throttleCounters);

      return { ...client, cookie: await startSession(portal, client.userId) };
    };

    it('many changes of a client get one job, which is sent a minute after the first', async () => {
      const { userId, contactId, cookie } = await addRenamer();
      const before = Date.now();
      for (const name of ['Lerato', 'Thandi', 'Zanele']) {
        expect((await rename(cookie, name)).status).toBe(200);
      }

      expect(await receiveMessages(portal.queue.queueUrl('helpdesk-contact'))).toEqual([]);
      const waitMs = Date.parse((await readJob(userId))?.not_before ?? '') - before;
      expect(waitMs).toBeGreaterThan(50_000);
      expect(waitMs).toBeLessThan(62_000);
      await runTask(userId);
      expect(contactOf(contactId)).toMatchObject({ name: 'Naledi Mokoena' });
      await letWaitEnd(userId);
      await runTask(userId);
      expect(contactOf(contactId)).toMatchObject({ name: 'Zanele Mokoena' });
    });

    it('no helpdesk call is made if the contact has the name already', async () => {
      const { userId, cookie } = await addRenamer();
      await rename(cookie, 'Lerato');
      await rename(cookie, 'Naledi');
      await letWaitEnd(userId);
      portal.freshdesk.setOutage('reset');
      await runTask(userId);

      expect(await readJob(userId)).toBeUndefined();
    });

    it('a contact is changed six times an hour, and the seventh time when the hour is over', async () => {
      const { userId, contactId, cookie } = await addRenamer();
      for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
        await rename(cookie, name);
        await letWaitEnd(userId);
        await runTask(userId);
      }

      expect(contactOf(contactId)).toMatchObject({ name: 'F Mokoena' });
      const job = await readJob(userId);
      expect(job).toMatchObject({ state: 'queued', attempts: 0, error: null });
      expect(Date.parse(job?.not_before ?? '') - Date.now()).toBeGreaterThan(50 * 60_000);
    });

    it('a change of a contact waits for the next minute if the calls of the helpdesk are used up', async () => {
      const { userId, contactId, cookie } = await addRenamer();
      await portal.connection.insert(throttleCounters).values({
        bucket: 'helpdesk calls',
        count: 1_000_000,
        limit: 1_000_000,
        window_ends_at: inSeconds(40),
      });
      await rename(cookie, 'Lerato');
      await letWaitEnd(userId);
      await runTask(userId);

      expect(contactOf(contactId)).toMatchObject({ name: 'Naledi Mokoena' });
      expect(await readJob(userId)).toMatchObject({ state: 'queued', not_before: expect.any(String) });
      await portal.connection.delete(throttleCounters);
    });

    it('a change of a contact counts in the calls of the helpdesk', async () => {
      const { userId, cookie } = await addRenamer();
      const ofAll = { bucket: 'helpdesk calls', limit: 1_000, window_ends_at: inSeconds(40) };
      await portal.connection.delete(throttleCounters);
      await portal.connection.insert(throttleCounters).values({ ...ofAll, count: 900 });
      await rename(cookie, 'Lerato');
      await letWaitEnd(userId);
      await runTask(userId);

      const [calls] = await portal.connection
        .select({ count: throttleCounters.count })
        .from(throttleCounters)
        .where(eq(throttleCounters.bucket, ofAll.bucket));
      expect(calls?.count).toBe(901);
    });

    it("a client's change of details is refused from the thirty-first in an hour on", async () => {
      const { userId, cookie } = await addRenamer();
      for (let change = 0; change < 30; change += 1) {
        expect((await rename(cookie, `Name ${change}`)).status).toBe(200);
      }

      const refused = await rename(cookie, 'Lerato');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
      expect(await readJob(userId)).toBeDefined();
    });
  });

  it('an administrator sees how many tickets of a client are open or waiting, and the address of the contact', async () => {
    const { userId, contactId } = await addKnownClient();
    for (const status of [2, 3, 4, 5]) {
      await addTicketCopy(portal, { userId, status });
    }
    await addMessage(userId);
    await addMessage(userId, { state: 'failed' });
    const contactUrl = `${portal.freshdesk.agentUrl}/a/contacts/${contactId}`;

    const { body } = await portal.call('GET', `/api/admin/users/${userId}`, admin);
    expect(body.support).toEqual({ openTickets: 3, contactUrl });
    const { body: other } = await portal.call('GET', `/api/admin/users/${await addUser(portal, {})}`, admin);
    expect(other.support).toEqual({ openTickets: 0, contactUrl: null });
  });
});
