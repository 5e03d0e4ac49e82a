import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { helpdeskCopy, helpdeskEntries, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import type { AuthoredEntry } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import { storeFiles } from '#local/freshdesk/stored-files.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import { receiveMessages } from '#test/support/faults/queues.ts';
import {
  addHelpdeskClient,
  addHelpdeskTicket,
  addTicketMessage,
  runCopy,
} from '#test/support/helpdesk/helpdesk-copy.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

type Client = Awaited<ReturnType<typeof addHelpdeskClient>>;

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
});
afterEach(async () => {
  for (const { id } of helpdesk().store.tickets.list()) {
    helpdesk().store.tickets.remove(id);
  }
  await portal.connection.delete(helpdeskTickets);
});
afterAll(() => portal.stop());

const helpdesk = () => portal.freshdesk.context;
const ask = (path: string, { cookie }: Pick<Client, 'cookie'>) =>
  portal.call('GET', `/api/support${path}`, { cookie });
const isOf = ({ contactId }: Client) => eq(helpdeskTickets.requester_id, contactId);

describe('the list of tickets', () => {
  it("a client's list of tickets has their own as the helpdesk has them, and nobody else's", async () => {
    const [client, other] = [await addHelpdeskClient(portal), await addHelpdeskClient(portal)];
    const id = addHelpdeskTicket(helpdesk(), client.contactId, { subject: 'No 5G', tags: ['urgent'] });
    addHelpdeskTicket(helpdesk(), other.contactId);
    await runCopy(portal);

    const { status, body } = await ask('/tickets', client);

    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id,
      subject: 'No 5G',
      status: 2,
      priority: 2,
      source: 2,
      tags: ['urgent'],
      requester_id: client.contactId,
      cc_emails: [],
      delivery: 'sent',
      withdrawable: false,
    });
  });

  it('a list of tickets has the newest 200 of 500, while the status figures count all', async () => {
    const client = await addHelpdeskClient(portal);
    const start = Date.now() - 50_000;
    const ids = Array.from({ length: 500 }, (_, index) =>
      addHelpdeskTicket(helpdesk(), client.contactId, {}, new Date(start + index * 100)),
    );
    await runCopy(portal);

    const { body } = await ask('/tickets', client);
    const status = await ask('/status', client);

    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(-200).toReversed());
    expect(status.body).toMatchObject({ state: 'ok', total: 500, open: 500 });
  });

  it('200 tickets that are full of emoji are listed, and each single one is returned up to 60 KB', async () => {
    const client = await addHelpdeskClient(portal);
    const crowded = {
      subject: '😀'.repeat(127),
      description: '😀'.repeat(16_000),
      tags: new Array(10).fill('😀'.repeat(16)),
    };
    for (let count = 0; count < 200; count += 1) {
      addHelpdeskTicket(helpdesk(), client.contactId, crowded);
    }
    await runCopy(portal);

    const list = await ask('/tickets', client);
    const whole = await ask(`/tickets/${list.body[0].id}`, client);
    const [row] = await portal.connection
      .select({ bytes: sql<number>`max(octet_length(${helpdeskTickets}::text))` })
      .from(helpdeskTickets)
      .where(isOf(client));

    expect(list.status).toBe(200);
    expect(list.body).toHaveLength(200);
    expect(list.body[0].subject).toBe(crowded.subject);
    expect(list.body[0].tags).toEqual(crowded.tags);
    expect(list.body[0].description).toMatch(/😀<p><em>The rest of this message is left out/u);
    expect(Buffer.byteLength(list.body[0].description)).toBeLessThan(2_200);
    expect(whole.body.description).toMatch(/😀<p><em>The rest of this message is left out/u);
    expect(Buffer.byteLength(whole.body.description)).toBeGreaterThan(45_000);
    expect(row?.bytes).toBeLessThan(60 * 1024);
  });

  it('tickets that wait to be sent or were given up are listed under the negative ids of their rows', async () => {
    const client = await addHelpdeskClient(portal);
    const waiting = await addTicketMessage(portal, client.userId, { description: '<b>\nTwo' });
    const uncertain = await addTicketMessage(portal, client.userId, {
      state: 'running',
      uncertainSince: new Date().toISOString(),
    });
    const failed = await addTicketMessage(portal, client.userId, { state: 'failed', error: 'Given up.' });
    await addTicketMessage(portal, (await addHelpdeskClient(portal)).userId, {});

    const { body } = await ask('/tickets', client);

    expect(body).toMatchObject([
      { id: -failed, delivery: 'failed', delivery_error: 'Given up.', withdrawable: true },
      { id: -uncertain, delivery: 'waiting', delivery_error: null, withdrawable: false },
      { id: -waiting, delivery: 'waiting', status: 2, source: 2, withdrawable: true },
    ]);
    expect((await ask('/status', client)).body).toMatchObject({ total: 3, open: 2 });
  });

  it('200 waiting tickets with the longest descriptions are listed', async () => {
    const client = await addHelpdeskClient(portal);
    const description = '😀'.repeat(5_000);
    for (let count = 0; count < 200; count += 1) {
      await addTicketMessage(portal, client.userId, { subject: '😀'.repeat(127), description });
    }

    const { status, body } = await ask('/tickets', client);

    expect(status).toBe(200);
    expect(body).toHaveLength(200);
    expect(body[0].description).toMatch(/😀… \(shortened\)/u);
  });
});

describe('a ticket', () => {
  it('a ticket that was sent is found by the negative id under which it was written, and shows its real id', async () => {
    const client = await addHelpdeskClient(portal);
    const id = addHelpdeskTicket(helpdesk(), client.contactId);
    const message = await addTicketMessage(portal, client.userId, { helpdeskId: id });
    const waiting = await addTicketMessage(portal, client.userId, {});
    await runCopy(portal);

    expect((await ask(`/tickets/${-message}`, client)).body).toMatchObject({ id, delivery: 'sent' });
    expect((await ask(`/tickets/${-waiting}`, client)).body).toMatchObject({
      id: -waiting,
      delivery: 'waiting',
    });
    expect((await ask('/tickets', client)).body).toHaveLength(2);
  });

  it("another client's ticket and a ticket that does not exist answer the same 404", async () => {
    const [client, other] = [await addHelpdeskClient(portal), await addHelpdeskClient(portal)];
    const id = addHelpdeskTicket(helpdesk(), other.contactId);
    const waiting = await addTicketMessage(portal, other.userId, {});
    const delivered = await addTicketMessage(portal, other.userId, { helpdeskId: id });
    await runCopy(portal);

    for (const path of [id, -waiting, -delivered, 999_999_999, -999_999_999, Number.MAX_SAFE_INTEGER, 0]) {
      expect(await ask(`/tickets/${path}`, client)).toMatchObject({
        status: 404,
        body: { message: 'Ticket not found' },
      });
    }
    for (const path of ['one', '1.5', '1e3x', '9007199254740993']) {
      expect((await ask(`/tickets/${path}`, client)).status).toBe(400);
    }
    expect((await ask(`/tickets/${id}`, other)).status).toBe(200);
  });

  it("the time of the helpdesk's last answer stays when a later reading of the ticket lacks it", async () => {
    const client = await addHelpdeskClient(portal);
    const id = addHelpdeskTicket(helpdesk(), client.contactId);
    const answeredAt = '2026-11-20T10:02:00Z';
    const ticket = findTicket(helpdesk(), id);
    saveTicket(helpdesk(), { ...ticket, stats: { ...ticket.stats, agent_responded_at: answeredAt } });
    await runCopy(portal);
    const closing = await portal.call('PATCH', `/api/support/tickets/${id}/close`, { cookie: client.cookie });
    const [listed] = (await ask('/tickets', client)).body;

    expect([closing.body.status, listed.status]).toEqual([5, 5]);
    expect(Date.parse(listed.agent_responded_at)).toBe(Date.parse(answeredAt));
  });

  it('the attachments of a ticket stay in the copy when a later list names the ticket without them', async () => {
    const client = await addHelpdeskClient(portal);
    const id = addHelpdeskTicket(helpdesk(), client.contactId);
    const fileIds = await storeFiles(
      helpdesk(),
      [new File(['12345'], 'photo.png', { type: 'image/png' })],
      0,
    );
    saveTicket(helpdesk(), { ...findTicket(helpdesk(), id), attachment_ids: fileIds });
    await runCopy(portal);
    saveTicket(helpdesk(), { ...findTicket(helpdesk(), id), status: 3 });
    await runCopy(portal);

    const { body } = await ask(`/tickets/${id}`, client);

    expect(body).toMatchObject({
      status: 3,
      attachments: [{ name: 'photo.png', content_type: 'image/png', size: 5 }],
    });
  });

  it('ten tickets are read one by one in a run of the copy, the newest first', async () => {
    const client = await addHelpdeskClient(portal);
    const start = Date.now() - 12_000;
    const ids = Array.from({ length: 12 }, (_, index) =>
      addHelpdeskTicket(helpdesk(), client.contactId, {}, new Date(start + index * 1000)),
    );
    await runCopy(portal);

    const asked = await portal.connection
      .select({ id: helpdeskTickets.id })
      .from(helpdeskTickets)
      .where(and(isOf(client), isNotNull(helpdeskTickets.attachments)))
      .orderBy(helpdeskTickets.id);
    expect(asked.map(({ id }) => id)).toEqual(ids.slice(-10));
  });
});

describe('the copy of the tickets', () => {
  it('no ticket of a contact without an account is copied, and a ticket that is passed on to one is dropped', async () => {
    const client = await addHelpdeskClient(portal);
    const stranger = 987_654_321;
    const id = addHelpdeskTicket(helpdesk(), client.contactId);
    const strange = addHelpdeskTicket(helpdesk(), stranger);
    await runCopy(portal);
    expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.id, id))).toBe(1);

    saveTicket(helpdesk(), { ...findTicket(helpdesk(), id), requester_id: stranger });
    await runCopy(portal);

    for (const ticketId of [id, strange]) {
      expect(await countRows(portal, helpdeskTickets, eq(helpdeskTickets.id, ticketId))).toBe(0);
    }
    expect((await ask(`/tickets/${id}`, client)).status).toBe(404);
  });

  it('tickets leave the copy within a day after they were deleted or marked as spam at the helpdesk', async () => {
    const client = await addHelpdeskClient(portal);
    const [deleted, spam, kept] = [1, 2, 3].map(() => addHelpdeskTicket(helpdesk(), client.contactId));
    await runCopy(portal);
    saveTicket(helpdesk(), { ...findTicket(helpdesk(), deleted ?? 0), deleted: true });
    saveTicket(helpdesk(), { ...findTicket(helpdesk(), spam ?? 0), spam: true });
    await portal.connection
      .update(helpdeskCopy)
      .set({ removed_read_at: new Date(Date.now() - 25 * 60 * 60_000).toISOString() });
    await runCopy(portal);

    const { body } = await ask('/tickets', client);

    expect(body.map(({ id }: { id: number }) => id)).toEqual([kept]);
    expect((await ask(`/tickets/${deleted}`, client)).status).toBe(404);
  });

  it('tickets with characters that a database cannot store are copied', async () => {
    const client = await addHelpdeskClient(portal);
    const id = addHelpdeskTicket(helpdesk(), client.contactId, {
      subject: 'a\0b\ud83d',
      description: `${'x'.repeat(70_000)}<a href="https://example.com`,
    });
    await runCopy(portal);

    const { body } = await ask(`/tickets/${id}`, client);

    expect(body.subject).toBe('ab\ufffd');
  });

  it('the average first response is reported in whole minutes', async () => {
    const client = await addHelpdeskClient(portal);
    const minutes = [10, 21];
    for (const waited of minutes) {
      const id = addHelpdeskTicket(helpdesk(), client.contactId);
      const ticket = findTicket(helpdesk(), id);
      const first_responded_at = new Date(Date.parse(ticket.created_at) + waited * 60_000).toISOString();
      saveTicket(helpdesk(), { ...ticket, stats: { ...ticket.stats, first_responded_at } });
    }
    addHelpdeskTicket(helpdesk(), client.contactId);
    expect((await ask('/status', client)).body.averageFirstResponseMinutes).toBeNull();
    await runCopy(portal);
    // Reading a single ticket does not return this figure, and must leave it as it is.
    await runCopy(portal);

    expect((await ask('/status', client)).body).toMatchObject({
      total: 3,
      averageFirstResponseMinutes: 16,
      fetchedAt: expect.any(String),
    });
  });

  it('departments are only those of the specification', async () => {
    const client = await addHelpdeskClient(portal);
    await runCopy(portal);

    const { body } = await ask('/groups', client);

    expect(body.length).toBeGreaterThan(0);
    for (const { name } of body) {
      expect(name).toMatch(/administration|billing|hosting support|resellers|broadband/i);
    }
  });

  it('the copy stays during an outage, and the messages that met the outage are due when it ends', async () => {
    const client = await addHelpdeskClient(portal);
    const id = addHelpdeskTicket(helpdesk(), client.contactId);
    await runCopy(portal);
    const [first, second] = [
      await addTicketMessage(portal, client.userId, {}),
      await addTicketMessage(portal, client.userId, {}),
    ];
    const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString();
    await portal.connection.update(jobs).set({ not_before: inAnHour, progress: { metOutage: true } });

    portal.freshdesk.setOutage({ status: 503 });
    await expect(runCopy(portal)).rejects.toThrow();
    expect((await ask('/status', client)).body).toMatchObject({ state: 'down', total: 3, open: 3 });
    expect((await ask('/tickets', client)).body.map((ticket: { id: number }) => ticket.id)).toContain(id);
    const [waiting] = await portal.connection
      .select()
      .from(jobs)
      .where(eq(jobs.key, String(first)));
    expect(waiting?.not_before).toBe(inAnHour);

    portal.freshdesk.setOutage(undefined);
    await runCopy(portal);
    expect((await ask('/status', client)).body.state).toBe('ok');
    const due = await portal.connection
      .select()
      .from(jobs)
      .where(eq(jobs.lane, String(client.userId)));
    for (const job of due) {
      expect(Date.parse(job.not_before ?? '')).toBeLessThanOrEqual(Date.now());
    }
    const keys = (await receiveMessages(portal.queue.queueUrl('helpdesk-message'))).map(
      (message) => (message as { key: string }).key,
    );
    expect(keys).toContain(String(first));
    expect(keys).not.toContain(String(second));
  });

  it('a message that failed for its own reason is not due earlier when an outage ends', async () => {
    const client = await addHelpdeskClient(portal);
    const key = String(await addTicketMessage(portal, client.userId, {}));
    const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString();
    await portal.connection.update(jobs).set({ not_before: inAnHour }).where(eq(jobs.key, key));
    await portal.connection.update(health).set({ state: 'Down' }).where(eq(health.name, 'helpdesk'));

    await runCopy(portal);

    const [job] = await portal.connection.select().from(jobs).where(eq(jobs.key, key));
    expect(job?.not_before).toBe(inAnHour);
  });

  it('an outage that was not recorded again for six minutes is shown no longer', async () => {
    const client = await addHelpdeskClient(portal);
    const longAgo = new Date(Date.now() - 6 * 60_000).toISOString();
    await portal.connection
      .update(health)
      .set({ state: 'Down', checked_at: longAgo })
      .where(eq(health.name, 'helpdesk'));

    expect((await ask('/status', client)).body.state).toBe('ok');
  });

  it('the entries of a conversation stay as they were last read', async () => {
    const { database } = await import('#local/seed/whole-database.ts');
    const client = await addHelpdeskClient(portal);
    const ticketId = addHelpdeskTicket(helpdesk(), client.contactId);
    await runCopy(portal);
    const entry = (id: number, bodyText: string): AuthoredEntry => ({
      id,
      authorId: 43,
      author: { kind: 'agent', name: null },
      joinedTicketId: null,
      isIncoming: true,
      bodyHtml: `<p>${bodyText}</p>`,
      bodyText,
      createdAt: new Date().toISOString(),
      attachments: [],
    });
    const readEntries = () =>
      portal.connection
        .select({
          id: helpdeskEntries.id,
          text: sql<string>`left(body_text, 5)`,
          bytes: sql<number>`octet_length(${helpdeskEntries}::text)`,
        })
        .from(helpdeskEntries)
        .where(eq(helpdeskEntries.ticket_id, ticketId))
        .orderBy(helpdeskEntries.id);

    await database.helpdeskCopy.keepEntries(ticketId, [entry(1, 'one'), entry(2, 'two')], true);
    await database.helpdeskCopy.keepEntries(ticketId, [entry(2, 'two')], false);
    expect((await readEntries()).map(({ id }) => id)).toEqual([1, 2]);
    await database.helpdeskCopy.keepEntries(
      ticketId,
      [
        entry(2, 'two, corrected'),
        ...Array.from({ length: 120 }, (_, index) => entry(10 + index, '😀'.repeat(30_000))),
      ],
      true,
    );
    const rows = await readEntries();
    expect(rows).toHaveLength(121);
    expect(rows[0]).toMatchObject({ id: 2, text: 'two, ' });
    expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThan(60 * 1024);

    await database.helpdeskCopy.keepEntries(ticketId, [], true);
    expect(await readEntries()).toEqual([]);
    await database.helpdeskCopy.keepEntries(123_456_789, [entry(5, 'of no ticket')], true);
  });
});

it('a conversation that is read again unchanged causes no write', async () => {
  const { database } = await import('#local/seed/whole-database.ts');
  const client = await addHelpdeskClient(portal);
  const ticketId = addHelpdeskTicket(helpdesk(), client.contactId);
  await runCopy(portal);
  const createdAt = '2026-11-20T10:00:00.000Z';
  const file = { id: 1, name: 'a.log', contentType: 'text/plain', sizeBytes: 3, address: undefined };
  const words = {
    authorId: 43,
    author: { kind: 'agent', name: null },
    joinedTicketId: null,
    isIncoming: true,
    bodyHtml: '<p>a</p>',
    bodyText: 'a',
    createdAt,
    attachments: [file],
  } satisfies Omit<AuthoredEntry, 'id'>;
  const ids = [901, 902];
  const keep = (changed: Partial<AuthoredEntry>) =>
    database.helpdeskCopy.keepEntries(
      ticketId,
      ids.map((id) => ({ id, ...words, ...(id === 902 && changed) })),
      true,
    );
  /** Lists the transaction that wrote each row. */
  const listWriters = async () => {
    const { rows } = await portal.connection.execute(
      `select xmin::text from helpdesk_entries where ticket_id = ${ticketId} order by id`,
    );

    return rows?.map(({ xmin }) => xmin);
  };
  await keep({});
  const [first, second] = (await listWriters()) ?? [];

  await keep({});
  expect(await listWriters()).toEqual([first, second]);
  await keep({ bodyText: 'b' });
  expect(await listWriters()).toEqual([first, expect.not.stringMatching(`^${second}$`)]);
});

it('no helpdesk call is made for a hundred clients who open Support', async () => {
  const cookies = await Promise.all(
    Array.from({ length: 100 }, async () => startSession(portal, await addUser(portal, {}))),
  );
  const before = portal.freshdesk.listCalls().length;

  const answers = await Promise.all(
    cookies.flatMap((cookie) => ['/tickets', '/status', '/groups'].map((path) => ask(path, { cookie }))),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
  expect(portal.freshdesk.listCalls()).toHaveLength(before);
});
