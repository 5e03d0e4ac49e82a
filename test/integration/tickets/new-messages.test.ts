import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { helpdeskCopy, helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { findTicket, saveTicket, withStatus } from '#local/freshdesk/ticket-records.ts';
import { CLOSED, OPEN, PENDING, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import {
  letTimePass,
  listBodies,
  listSubjects,
  readMessage,
  readMessageJob,
  runMessageJob,
  sendAll,
} from '#test/support/helpdesk/messages.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let client: { userId: number; email: string; cookie: string };

const ENOUGH = 100_000;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { HELPDESK_WRITES_PER_CLIENT_MINUTE: String(ENOUGH), HELPDESK_TICKETS_PER_CLIENT_HOUR: '30' },
    logError: () => {},
  });
  portal.freshdesk.setLimits({
    total: ENOUGH,
    ticketLists: ENOUGH,
    contactLists: ENOUGH,
    ticketCreations: ENOUGH,
    ticketUpdates: ENOUGH,
  });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  client = await addSignedInUser(portal);
  await letTimePass(portal);
});
afterEach(() => portal.freshdesk.setOutage(undefined));

const NEW_TICKET = { subject: 'No signal', description: 'It stopped\nthis morning & <b>stays</b> so.' };
const create = (body: object = {}, headers: Record<string, string> = {}) =>
  portal.call('POST', '/api/support/tickets', {
    cookie: client.cookie,
    body: { ...NEW_TICKET, ...body },
    headers,
  });
const reply = (ticketId: number, body = 'Still broken.') =>
  portal.call('POST', `/api/support/tickets/${ticketId}/replies`, { cookie: client.cookie, body: { body } });
const withdraw = (ticketId: number, { cookie } = client) =>
  portal.call('DELETE', `/api/support/tickets/${ticketId}`, { cookie });
const read = (ticketId: number) => portal.call('GET', `/api/support/tickets/${ticketId}`, client);
/** Reads the status of a ticket as its dialog and the list show it. */
const readStatuses = async (ticketId: number) => {
  const { body } = await portal.call('GET', '/api/support/tickets', client);
  const listed: { id: number; status: number }[] = body;

  return [(await read(ticketId)).body.status, listed.find(({ id }) => id === ticketId)?.status];
};
const readContactId = async () => {
  const [row] = await portal.connection
    .select({ id: users.User_Support_Id })
    .from(users)
    .where(eq(users.User_Id, client.userId));

  return row?.id ?? 0;
};
const subjects = async () => listSubjects(portal.freshdesk.context, await readContactId());
const bodies = (ticketId: number) => listBodies(portal.freshdesk.context, ticketId);
const countContacts = () =>
  portal.freshdesk.context.store.contacts
    .list()
    .filter(({ description }) => description?.includes(client.email)).length;
const countMessages = () => countRows(portal, helpdeskMessages, eq(helpdeskMessages.user_id, client.userId));
const setStatus = (ticketId: number, status: number) => {
  const { context } = portal.freshdesk;
  saveTicket(context, withStatus(findTicket(context, ticketId), status, new Date().toISOString()));
};
const callsOf = async (work: () => Promise<unknown>) => {
  const before = portal.freshdesk.listCalls().length;
  await work();

  return portal.freshdesk.listCalls().slice(before);
};
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a ticket', () => {
  it('a new ticket is sent to the helpdesk, copied and noted as an activity before the answer', async () => {
    const answer = await create();

    expect(answer).toMatchObject({
      status: 201,
      body: { subject: 'No signal', status: OPEN, priority: 2, delivery: 'sent', withdrawable: false },
    });
    expect(await subjects()).toEqual(['No signal']);
    expect((await read(answer.body.id)).body).toMatchObject({ id: answer.body.id, delivery: 'sent' });
    const noted = await portal.connection
      .select({ description: activities.description })
      .from(activities)
      .where(sql`${activities.user_id} = ${client.userId} and ${activities.activity_type} = 'support'`);
    expect(noted).toEqual([{ description: 'Ticket opened: No signal' }]);
    const [message] = await portal.connection
      .select()
      .from(helpdeskMessages)
      .where(eq(helpdeskMessages.user_id, client.userId));
    expect(message).toMatchObject({ helpdesk_id: answer.body.id, payload: null, uncertain_since: null });
    expect(await readMessageJob(portal, message?.id ?? 0)).toBeUndefined();
  });

  it('a ticket for a department that is not offered is refused at its field, and nothing is written or sent', async () => {
    const groups = [
      { id: 1, name: 'Billing' },
      { id: 2, name: 'Network Operations' },
    ];
    await portal.connection.update(helpdeskCopy).set({ groups });
    const calls = await callsOf(async () => {
      for (const department of [2, 99]) {
        expect(await create({ department })).toMatchObject({
          status: 422,
          body: { fields: { department: expect.any(String) } },
        });
      }
    });

    expect(calls).toEqual([]);
    expect(await countMessages()).toBe(0);
  });

  it('a ticket that the helpdesk refuses is refused at its field, and nothing is stored', async () => {
    await portal.connection.update(helpdeskCopy).set({ groups: [{ id: 123_456, name: 'Billing' }] });

    expect(await create({ department: 123_456 })).toMatchObject({
      status: 422,
      body: { fields: { department: expect.any(String) } },
    });
    expect(await countMessages()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  it('a ticket beyond the hourly share is refused with the time to wait, and nothing is written', async () => {
    await portal.connection.execute(sql`
      insert into throttle_counters (bucket, count, "limit", window_ends_at)
      values (${`tickets of user ${client.userId}`}, 29, 30, now() + interval '20 minutes')`);
    const answers = [await create(), await create()];

    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
    expect(Number(answers[1]?.headers.get('retry-after'))).toBeGreaterThan(1100);
    expect(await countMessages()).toBe(1);
  });
});

describe('the hourly share of a client', () => {
  const readCount = async (share: string) => {
    const { rows } = await portal.connection.execute(
      sql`select least(count, "limit")::int as count from throttle_counters where bucket = ${`${share} of user ${client.userId}`}`,
    );

    return rows[0]?.count;
  };

  it('a refused reply does not count in the hourly share', async () => {
    expect((await reply(999_999)).status).toBe(404);

    expect(await readCount('replies')).toBeUndefined();
  });

  it('a repeated ticket counts once in the hourly share, and is answered although the share is used up', async () => {
    await portal.connection.execute(sql`
      insert into throttle_counters (bucket, count, "limit", window_ends_at)
      values (${`tickets of user ${client.userId}`}, 29, 30, now() + interval '20 minutes')`);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = [await create({}, headers), await create({}, headers)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    expect(await readCount('tickets')).toBe(30);
  });
});

/** Counts the statements that wait for a lock. */
const countWaiting = async () => {
  const { rows } = await portal.connection.execute(
    sql`select count(*)::int as count from pg_locks where not granted`,
  );

  return rows[0]?.count;
};

it('a ticket is sent at once after it has waited for its account', async () => {
  await create();
  const { database } = await import('#local/seed/whole-database.ts');
  const [first] = await portal.connection
    .select({ id: helpdeskMessages.id })
    .from(helpdeskMessages)
    .where(eq(helpdeskMessages.user_id, client.userId));

  let second: ReturnType<typeof create> | undefined;
  await database.transaction(async ({ messages }) => {
    await messages.lockWriters(first ? [first.id] : []);
    second = create({ subject: 'Second' });
    await expect.poll(countWaiting).toBeGreaterThan(0);
  });

  expect((await second)?.status).toBe(201);
});

describe('twenty requests at once', () => {
  it('twenty requests with one key open one ticket, and the key with another body is refused', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(times(20).map(() => create({}, headers)));
    await sendAll(portal);
    const { status, body } = await create({}, headers);

    expect(status).toBe(201);
    // On a busy machine a ticket may still be on its way after 5 s (D26).
    for (const answer of answers) {
      expect(answer).toMatchObject(
        answer.body.delivery === 'waiting'
          ? { status: 202, body: { id: answers.find(({ status }) => status === 202)?.body.id } }
          : { status: 201, body: { id: body.id } },
      );
    }
    expect(await subjects()).toHaveLength(1);
    expect((await create({ subject: 'Another' }, headers)).status).toBe(422);
    const { rows } = await portal.connection.execute(
      sql`select count from throttle_counters where bucket = ${`tickets of user ${client.userId}`}`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('twenty tickets that a new client writes at once create one contact, and each is delivered once', async () => {
    const answers = await Promise.all(times(20).map((index) => create({ subject: `First ${index}` })));
    for (const { status } of answers) {
      expect([201, 202]).toContain(status);
    }
    await sendAll(portal);

    expect(countContacts()).toBe(1);
    expect((await subjects()).toSorted()).toEqual(
      times(20)
        .map((index) => `First ${index}`)
        .toSorted(),
    );
  });
});

describe('messages written while the helpdesk is down', () => {
  it('a ticket with its reply, and five replies, are delivered once and in order after an outage', async () => {
    const { id } = (await create()).body;
    portal.freshdesk.setOutage({ status: 503 });
    const answers = [];
    for (const index of times(5)) {
      answers.push(await reply(id, `Reply ${index}`));
    }
    const waiting = await create({ subject: 'In the outage' });
    const early = await reply(waiting.body.id, 'And more');

    expect([...answers, waiting, early].map(({ status }) => status)).toEqual(times(7).map(() => 202));
    expect(waiting.body).toMatchObject({ delivery: 'waiting', status: OPEN, withdrawable: true });
    expect(early.body).toMatchObject({ delivery: 'waiting', body_text: 'And more' });
    portal.freshdesk.setOutage(undefined);
    await sendAll(portal);

    expect(bodies(id)).toEqual(times(5).map((index) => `Reply ${index}`));
    expect(await subjects()).toEqual(['No signal', 'In the outage']);
    const sent = (await read(waiting.body.id)).body;
    expect(sent.id).toBeGreaterThan(0);
    expect(bodies(sent.id)).toEqual(['And more']);
    expect((await reply(waiting.body.id, 'By its old name')).status).toBe(201);
    expect(bodies(sent.id)).toEqual(['And more', 'By its old name']);
  });
});

/** A call that was not carried out, one of unknown outcome, and one that was carried out without an answer. */
const FAULTS = [{ status: 429, retryAfterSeconds: 60 }, 'reset', 'drop-after'] as const;

describe('the outcomes of a call that fails', () => {
  it.each(FAULTS)(
    'one contact, one ticket and one reply are at the helpdesk after a fault of %j',
    async (fault) => {
      portal.freshdesk.failNext('contacts.create', fault);
      expect((await create({ subject: 'One' })).status).toBe(202);
      await sendAll(portal);
      expect(countContacts()).toBe(1);

      await letTimePass(portal);
      portal.freshdesk.failNext('tickets.create', fault);
      const second = await create({ subject: 'Two' });
      expect(second.status).toBe(202);
      await sendAll(portal);
      expect(await subjects()).toEqual(['One', 'Two']);

      await letTimePass(portal);
      const { id } = (await read(second.body.id)).body;
      portal.freshdesk.failNext('conversations.note', fault);
      expect((await reply(id, 'Is it <done> & well?')).status).toBe(202);
      await sendAll(portal);
      expect(bodies(id)).toEqual(['Is it &lt;done&gt; &amp; well?']);
    },
  );

  it('two messages are delivered where the client wrote the same one twice on purpose', async () => {
    const { id } = (await create()).body;
    for (const fault of ['drop-after', 'cut-after'] as const) {
      await letTimePass(portal);
      portal.freshdesk.failNext('conversations.note', fault);
      expect((await reply(id, 'Hello?')).status).toBe(202);
      await sendAll(portal);
    }
    expect(bodies(id)).toEqual(['Hello?', 'Hello?']);

    await letTimePass(portal);
    portal.freshdesk.failNext('tickets.create', 'drop-after');
    expect((await create()).status).toBe(202);
    await sendAll(portal);
    expect(await subjects()).toEqual(['No signal', 'No signal']);
  });
});

describe('a reply', () => {
  it.each([
    ['an open', OPEN, []],
    ['a pending', PENDING, ['tickets.view', 'tickets.update']],
    ['a resolved', RESOLVED, ['tickets.view', 'tickets.update']],
  ])(
    'a reply shows %s ticket open at once, and its job opens it at the helpdesk after the answer',
    async (_, status, calledByJob) => {
      const { id } = (await create()).body;
      setStatus(id, status);
      const calls = await callsOf(async () => {
        expect(await reply(id)).toMatchObject({ status: 201, body: { incoming: false, delivery: 'sent' } });
      });

      expect(calls).toEqual(['tickets.view', 'conversations.note']);
      expect(await readStatuses(id)).toEqual([OPEN, OPEN]);
      expect(await callsOf(() => sendAll(portal))).toEqual(calledByJob);
      expect(findTicket(portal.freshdesk.context, id).status).toBe(OPEN);
      expect(await readStatuses(id)).toEqual([OPEN, OPEN]);
    },
  );

  it.each([
    ['a pending', PENDING],
    ['a resolved', RESOLVED],
  ])('a reply that waited shows %s ticket open as soon as it is delivered', async (_, status) => {
    const { id } = (await create()).body;
    setStatus(id, status);
    portal.freshdesk.setOutage({ status: 503 });
    const waiting = await reply(id);
    expect(waiting).toMatchObject({ status: 202, body: { delivery: 'waiting' } });
    portal.freshdesk.setOutage(undefined);
    await letTimePass(portal);
    portal.freshdesk.failNext('tickets.update', { status: 500 });
    await runMessageJob(portal, -waiting.body.id).catch(() => {});

    expect(bodies(id)).toHaveLength(1);
    expect(findTicket(portal.freshdesk.context, id).status).toBe(status);
    expect(await readStatuses(id)).toEqual([OPEN, OPEN]);
  });

  it('a reply is sent although the opening of its ticket fails, and the ticket is opened later', async () => {
    const { id } = (await create()).body;
    setStatus(id, RESOLVED);
    expect((await reply(id)).status).toBe(201);
    portal.freshdesk.failNext('tickets.update', { status: 500 });
    expect(findTicket(portal.freshdesk.context, id).status).toBe(RESOLVED);
    await sendAll(portal);

    expect(findTicket(portal.freshdesk.context, id).status).toBe(OPEN);
    expect(bodies(id)).toHaveLength(1);
  });

  it('a reply to a ticket that was closed at the helpdesk is refused, and nothing is stored', async () => {
    const { id } = (await create()).body;
    setStatus(id, CLOSED);

    expect(await reply(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This ticket is closed.') },
    });
    expect(bodies(id)).toEqual([]);
    expect(await countMessages()).toBe(1);
  });

  it('a reply whose ticket is closed while it waits is parked with the reason', async () => {
    const { id } = (await create()).body;
    portal.freshdesk.setOutage({ status: 503 });
    const waiting = await reply(id);
    portal.freshdesk.setOutage(undefined);
    setStatus(id, CLOSED);
    await sendAll(portal);

    expect(await readMessageJob(portal, -waiting.body.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('This ticket is closed.'),
    });
  });

  it('a reply to a missing, foreign or deleted ticket answers the same 404', async () => {
    const { id } = (await create()).body;
    const { id: deleted } = (await create()).body;
    saveTicket(portal.freshdesk.context, { ...findTicket(portal.freshdesk.context, deleted), deleted: true });
    const answers = [await reply(deleted)];
    // A wrong address of the helpdesk answers 404, too. Only the daily lists say what was deleted.
    expect((await portal.call('GET', `/api/support/tickets/${deleted}`, client)).status).toBe(200);
    portal.freshdesk.setOutage({ status: 503 });
    const { id: waiting } = (await create()).body;
    client = await addSignedInUser(portal);
    answers.push(await reply(id), await reply(waiting), await reply(999_999), await reply(-999_999));

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { message: 'Ticket not found' } });
    }
    expect(await countMessages()).toBe(0);
  });
});

describe('messages that wait', () => {
  /** Nothing of it can be at the helpdesk, which has only answered that it is busy. */
  const writeWhileBusy = async () => {
    portal.freshdesk.setOutage({ status: 429, retryAfterSeconds: 3600 });
    const ticket = await create();
    const answer = await reply(ticket.body.id, 'More');
    portal.freshdesk.setOutage(undefined);

    return { ticketId: ticket.body.id, replyId: answer.body.id };
  };

  it('a waiting ticket that is withdrawn with its replies never reaches the helpdesk', async () => {
    const { ticketId, replyId } = await writeWhileBusy();
    expect((await withdraw(ticketId)).status).toBe(204);
    await sendAll(portal);

    expect(await subjects()).toEqual([]);
    expect(await readMessage(portal, -replyId)).toBeUndefined();
    expect(await readMessageJob(portal, -replyId)).toBeUndefined();
    expect((await withdraw(ticketId)).status).toBe(404);
  });

  it('a message is withdrawn only by its writer, and only while it waits', async () => {
    const { ticketId, replyId } = await writeWhileBusy();
    const other = await addSignedInUser(portal);
    const path = `/api/support/tickets/${ticketId}/replies/${replyId}`;
    expect((await withdraw(ticketId, other)).status).toBe(404);
    expect((await portal.call('DELETE', path, other)).status).toBe(404);
    expect((await withdraw(-ticketId)).status).toBe(404);
    expect((await portal.call('DELETE', path, client)).status).toBe(204);
    await sendAll(portal);
    expect((await withdraw(ticketId)).status).toBe(409);
    expect(await subjects()).toHaveLength(1);
  });

  it('a message that may be at the helpdesk cannot be withdrawn', async () => {
    portal.freshdesk.failNext('tickets.create', 'drop-after');
    const { body } = await create();
    expect(body).toMatchObject({ delivery: 'waiting', withdrawable: false });

    expect(await withdraw(body.id)).toMatchObject({ status: 409, body: { message: expect.any(String) } });
    await sendAll(portal);
    expect(await subjects()).toEqual(['No signal']);
  });

  it('a message that is withdrawn while a worker takes it is either gone or delivered, never both', async () => {
    for (const _ of times(12)) {
      portal.freshdesk.setOutage({ status: 429, retryAfterSeconds: 3600 });
      const { body } = await create();
      portal.freshdesk.setOutage(undefined);
      await letTimePass(portal);
      const before = (await subjects()).length;
      const [answer] = await Promise.all([
        withdraw(body.id),
        runMessageJob(portal, -body.id).catch(() => {}),
      ]);
      await sendAll(portal);

      expect([204, 409]).toContain(answer.status);
      expect((await subjects()).length - before).toBe(answer.status === 204 ? 0 : 1);
    }
  });

  it('a message that has waited for three days is given up, with a reason for the client', async () => {
    const { ticketId } = await writeWhileBusy();
    await portal.connection.execute(sql`
      update jobs set first_tried_at = now() - interval '3 days' where key = ${String(-ticketId)}`);
    await letTimePass(portal);
    portal.freshdesk.setOutage({ status: 503 });
    await runMessageJob(portal, -ticketId).catch(() => {});

    expect((await read(ticketId)).body).toMatchObject({
      delivery: 'failed',
      delivery_error: 'The helpdesk could not be reached for three days.',
    });
    expect((await reply(ticketId)).status).toBe(409);
  });
});

describe('a contact that was deleted at the helpdesk', () => {
  it('a contact that was deleted at the helpdesk is created again for the next ticket', async () => {
    await create();
    const { store } = portal.freshdesk.context;
    const contactId = await readContactId();
    for (const { id } of store.tickets.list().filter(({ requester_id }) => requester_id === contactId)) {
      store.tickets.remove(id);
    }
    store.contacts.remove(contactId);

    expect((await create({ subject: 'Again' })).status).toBe(201);
    expect(await readContactId()).not.toBe(contactId);
    expect(await subjects()).toEqual(['Again']);
  });
});
