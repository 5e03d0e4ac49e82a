import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { health } from '#functions/database/schema/system-tables.ts';
import {
  helpdeskCopy,
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { AGENTS } from '#local/freshdesk/context.ts';
import { mergeTicket } from '#local/freshdesk/ticket-operations.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import {
  addClient,
  addReply,
  forgetOutage,
  listCallsOf,
  openOwnTicket,
  openTicket,
  refreshCopy,
  say,
} from '#test/support/helpdesk/conversations.ts';
import { addTicketMessage } from '#test/support/helpdesk/helpdesk-copy.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

/** Few enough to be used up well within a minute on a busy machine. */
const READS_PER_MINUTE = 20;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { HELPDESK_READS_PER_CLIENT_MINUTE: String(READS_PER_MINUTE) },
  });
  portal.freshdesk.setLimits({ total: 100_000 });
  await refreshCopy(portal);
});
afterAll(() => portal.stop());

beforeEach(() => forgetOutage(portal));

const read = (cookie: string, ticketId: number | string) =>
  portal.call('GET', `/api/support/tickets/${ticketId}/conversations`, { cookie });

const textsOf = ({ body }: { body: ConversationEntry[] }) => body.map(({ body_text }) => body_text);

describe('a conversation', () => {
  it('a conversation shows what the client may see, with its authors, oldest first, in one call', async () => {
    const { cookie, contactId, ticketId } = await openOwnTicket(portal);
    say(portal, ticketId, 'We are on it');
    say(portal, ticketId, 'Thank you', { by: contactId, as: 'note' });
    say(portal, ticketId, 'A difficult client', { as: 'private note' });
    say(portal, ticketId, 'Please look at this', { as: 'forward' });
    say(portal, ticketId, 'It is mended', { as: 'note' });

    const { result, calls } = await listCallsOf(portal, () => read(cookie, ticketId));

    expect(result.status).toBe(200);
    expect(result.body.map(({ body_text, incoming }: ConversationEntry) => [body_text, incoming])).toEqual([
      ['We are on it', true],
      ['Thank you', false],
      ['It is mended', true],
    ]);
    expect(result.body[0]).toMatchObject({
      private: false,
      delivery: 'sent',
      delivery_error: null,
      withdrawable: false,
    });
    expect(calls).toEqual(['conversations.list']);
  });

  it.each([
    [45, 1],
    [101, 2],
  ])('a whole conversation of %d entries is read in %d calls', async (entries, expected) => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    for (let entry = 1; entry <= entries; entry += 1) {
      say(portal, ticketId, `Entry ${entry}`);
    }

    const { result, calls } = await listCallsOf(portal, () => read(cookie, ticketId));

    expect(textsOf(result)).toEqual(Array.from({ length: entries }, (_, index) => `Entry ${index + 1}`));
    expect(calls).toHaveLength(expected);
  });

  it('a conversation of a foreign, missing or uncopied ticket answers 404 without a call', async () => {
    const { cookie, contactId } = await addClient(portal);
    const foreign = await openOwnTicket(portal);
    const waiting = await addTicketMessage(portal, foreign.userId, {});
    const uncopied = await openTicket(portal, contactId, { isCopied: false });

    const { result, calls } = await listCallsOf(portal, () =>
      Promise.all(
        [foreign.ticketId, -waiting, 999_999, -999_999, 0, uncopied, Number.MAX_SAFE_INTEGER].map((id) =>
          read(cookie, id),
        ),
      ),
    );

    for (const { status, body } of result) {
      expect([status, body]).toEqual([404, { message: 'Ticket not found', code: 'not_found' }]);
    }
    expect(calls).toEqual([]);
  });

  it.each(['1.5', 'x', '1e3', '9007199254740993'])(
    'the conversation of a ticket with the id %s is refused',
    async (id) => {
      const { cookie } = await addClient(portal);

      expect((await read(cookie, id)).status).toBe(400);
    },
  );

  it.each([
    ['trusts the owner in a copy of a ticket that is four minutes old', 4, 200, ['conversations.list']],
    ['checks at the helpdesk who owns a ticket whose copy is five minutes old', 5, 404, ['tickets.view']],
  ])('%s', async (_case, minutes, status, expected) => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    const { contactId: other } = await addClient(portal);
    const { context } = portal.freshdesk;
    saveTicket(context, { ...findTicket(context, ticketId), requester_id: other });
    await refreshCopy(portal, new Date(Date.now() - minutes * 60_000 - 1_000));

    const { result, calls } = await listCallsOf(portal, () => read(cookie, ticketId));
    await refreshCopy(portal);

    expect([result.status, calls]).toEqual([status, expected]);
  });

  it('a conversation that the helpdesk does not know answers 404, and its copy stays', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    say(portal, ticketId, 'We are on it');
    await read(cookie, ticketId);
    portal.freshdesk.failNext('conversations.list', { status: 404 });

    expect(await read(cookie, ticketId)).toMatchObject({
      status: 404,
      body: { message: 'Ticket not found' },
    });
    expect(
      await portal.connection.select().from(helpdeskTickets).where(eq(helpdeskTickets.id, ticketId)),
    ).toHaveLength(1);
    expect(
      await portal.connection.select().from(helpdeskEntries).where(eq(helpdeskEntries.ticket_id, ticketId)),
    ).toHaveLength(1);
  });

  it('a client gets exactly their share of conversation reads in a minute, and others are not limited by it', async () => {
    const [client, other] = [await openOwnTicket(portal), await openOwnTicket(portal)];
    const statuses = await Promise.all(
      Array.from(
        { length: READS_PER_MINUTE },
        async () => (await read(client.cookie, client.ticketId)).status,
      ),
    );
    const { result, calls } = await listCallsOf(portal, () => read(client.cookie, client.ticketId));
    const file = await portal.call('GET', `/api/support/tickets/${client.ticketId}/attachments/1`, {
      cookie: client.cookie,
    });

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(result).toMatchObject({
      status: 429,
      body: {
        message: 'You have opened many conversations and files just now. Please try again in a minute.',
      },
    });
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(result.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(file.status).toBe(429);
    expect(calls).toEqual([]);
    expect((await read(other.cookie, other.ticketId)).status).toBe(200);
  });
});

describe("the client's replies that are not at the helpdesk", () => {
  it('replies that are not at the helpdesk end a conversation, as text, with their delivery', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    const { userId: stranger } = await addClient(portal);
    say(portal, ticketId, 'We are on it');
    const waiting = await addReply(portal, userId, { ticketId }, { body: '<b>Hello</b>\nagain' });
    const failed = await addReply(portal, userId, { ticketId }, { state: 'failed', error: 'It is too long' });
    const uncertain = await addReply(
      portal,
      userId,
      { ticketId },
      { uncertainSince: new Date().toISOString() },
    );
    await addReply(portal, stranger, { ticketId }, { body: 'Not theirs' });

    const { body } = await read(cookie, ticketId);

    expect(textsOf({ body })[0]).toBe('We are on it');
    expect(body.slice(1)).toMatchObject([
      { id: -waiting, incoming: false, delivery: 'waiting', delivery_error: null, withdrawable: true },
      { id: -failed, delivery: 'failed', delivery_error: 'It is too long', withdrawable: true },
      { id: -uncertain, delivery: 'waiting', withdrawable: false },
    ]);
    expect(body[1].body).not.toContain('<b>');
  });

  it('a ticket that itself waits to be sent shows only its waiting replies, without a call', async () => {
    const { cookie, userId } = await addClient(portal);
    const parentId = await addTicketMessage(portal, userId, {});
    const reply = await addReply(portal, userId, { parentId });

    const { result, calls } = await listCallsOf(portal, () => read(cookie, -parentId));

    expect(result).toMatchObject({ status: 200, body: [{ id: -reply, delivery: 'waiting' }] });
    expect(calls).toEqual([]);
  });

  it('waiting replies are found by the negative id of a ticket that has arrived and by its real id', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    say(portal, ticketId, 'We are on it');
    const parentId = await addTicketMessage(portal, userId, { helpdeskId: ticketId });
    const reply = await addReply(portal, userId, { parentId });

    for (const id of [-parentId, ticketId]) {
      const { body } = await read(cookie, id);
      expect(body).toMatchObject([{ body_text: 'We are on it' }, { id: -reply }]);
    }
  });

  it('a reply is shown once when it has arrived at the helpdesk', async () => {
    const { cookie, contactId, userId, ticketId } = await openOwnTicket(portal);
    const reply = await addReply(portal, userId, { ticketId });
    const helpdeskId = say(portal, ticketId, 'Is anybody there?', { by: contactId, as: 'note' });
    await portal.connection
      .update(helpdeskMessages)
      .set({ helpdesk_id: helpdeskId, payload: null })
      .where(eq(helpdeskMessages.id, reply));

    expect((await read(cookie, ticketId)).body).toMatchObject([
      { id: helpdeskId, incoming: false, delivery: 'sent' },
    ]);
  });
});

describe('a conversation when the helpdesk fails', () => {
  it('a conversation shows its last reading and the waiting replies when the helpdesk fails', async () => {
    const { cookie, contactId, userId, ticketId } = await openOwnTicket(portal);
    say(portal, ticketId, 'We are on it');
    say(portal, ticketId, 'Thank you', { by: contactId, as: 'note' });
    const before = await read(cookie, ticketId);
    const reply = await addReply(portal, userId, { ticketId });
    portal.freshdesk.failNext('conversations.list', { status: 500 });

    const { status, body } = await read(cookie, ticketId);

    expect(status).toBe(200);
    expect(body.slice(0, 2)).toEqual(before.body);
    expect(body.slice(2)).toMatchObject([{ id: -reply, delivery: 'waiting' }]);
  });

  it.each([
    ['long', 30, '"quoted" '.repeat(3_000)],
    ['many', 2_000, 'x'.repeat(200)],
  ])(
    'a conversation with %s entries shows the newest ones that fit in one database result, and says so',
    async (_, count, text) => {
      const { cookie, ticketId } = await openOwnTicket(portal);
      await portal.connection.execute(sql`
      insert into ${helpdeskEntries} (id, ticket_id, author_kind, body, body_text, attachments, created_at)
      select ${ticketId} * 10000 + entry, ${ticketId}, 'agent', 'Entry ' || entry || ' ' || ${text},
        'Entry ' || entry || ' ' || ${text}, '[]', now() + entry * interval '1 second'
      from generate_series(1, ${count}::int) as entry`);
      await portal.connection.insert(health).values({
        name: 'helpdesk',
        state: 'Down',
        checked_at: new Date().toISOString(),
      });

      const { status, body } = await read(cookie, ticketId);

      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(count / 3);
      expect(body.length).toBeLessThan(count);
      expect(body.at(-1).body_text).toMatch(new RegExp(`^Entry ${count} `));
      const saying = body.map(({ body: html }: ConversationEntry) => html.includes('messages are left out'));
      expect(saying).toEqual([true, ...Array(body.length - 1).fill(false)]);
    },
  );
});

const STRANGE = 'Our bank details have changed';

describe('who speaks in a conversation', () => {
  const authorsOf = ({ body }: { body: ConversationEntry[] }) =>
    body.map(({ author, incoming }) => [author.kind, author.name, incoming]);

  /** Opens a client's ticket with an agent's answer, a stranger's note and one of the client's second address. */
  const openWithStrangers = async () => {
    const own = await openOwnTicket(portal);
    const { id: stranger } = addContact(portal.freshdesk.context, { name: 'Mallory Bank' });
    const { id: second } = addContact(portal.freshdesk.context, { name: 'Support Agent' });
    say(portal, own.ticketId, 'We are on it');
    say(portal, own.ticketId, STRANGE, { by: stranger, as: 'note' });
    say(portal, own.ticketId, 'From my other address', { by: second, as: 'note' });
    say(portal, own.ticketId, 'Thank you', { by: own.contactId, as: 'note' });

    return { ...own, stranger, second };
  };

  const EXPECTED = [
    ['agent', null, true],
    ['other', 'Mallory Bank', true],
    ['other', null, true],
    ['client', null, false],
  ];

  it('anybody but our agents and the client is named and never called an agent, also while the helpdesk is away', async () => {
    const { cookie, ticketId } = await openWithStrangers();

    const first = await listCallsOf(portal, () => read(cookie, ticketId));
    const second = await listCallsOf(portal, () => read(cookie, ticketId));
    portal.freshdesk.failNext('conversations.list', { status: 500 });
    const away = await read(cookie, ticketId);

    expect(authorsOf(first.result)).toEqual(EXPECTED);
    // Faults of earlier tests may add a look at the agent's own record.
    expect(first.calls.filter((call) => call !== 'agents.me').toSorted()).toEqual([
      'agents.view',
      'agents.view',
      'contacts.view',
      'contacts.view',
      'conversations.list',
    ]);
    expect(second.result.body).toEqual(first.result.body);
    expect(second.calls.filter((call) => call !== 'agents.me')).toEqual(['conversations.list']);
    expect(away.body).toEqual(first.result.body);
  });

  it('an author whose record the helpdesk cannot give is not from us, until it can', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    const { id: stranger } = addContact(portal.freshdesk.context, { name: 'Mallory Bank' });
    say(portal, ticketId, STRANGE, { by: stranger, as: 'note' });
    portal.freshdesk.failNext('agents.view', { status: 500 });

    const failed = await read(cookie, ticketId);
    const later = await read(cookie, ticketId);

    expect([failed.status, authorsOf(failed)]).toEqual([200, [['other', null, true]]]);
    expect(authorsOf(later)).toEqual([['other', 'Mallory Bank', true]]);
  });

  it('an agent who is met for the first time is remembered for all conversations', async () => {
    await portal.connection.update(helpdeskCopy).set({ agents: {} });
    const [first, second] = [await openOwnTicket(portal), await openOwnTicket(portal)];
    say(portal, first.ticketId, 'Hello');
    say(portal, second.ticketId, 'Hello');

    const met = await listCallsOf(portal, () => read(first.cookie, first.ticketId));
    const known = await listCallsOf(portal, () => read(second.cookie, second.ticketId));
    await refreshCopy(portal);

    expect(met.calls).toEqual(['conversations.list', 'agents.view']);
    expect(known.calls).toEqual(['conversations.list']);
    expect([authorsOf(met.result), authorsOf(known.result)]).toEqual([[EXPECTED[0]], [EXPECTED[0]]]);
  });
});

describe('a ticket that an agent merged', () => {
  it('a merged ticket says that it was joined, names the client’s own other ticket, and shows no word of the private note', async () => {
    const { cookie, contactId, ticketId } = await openOwnTicket(portal);
    const into = await openTicket(portal, contactId);
    say(portal, ticketId, 'Said before the merge');
    mergeTicket(portal.freshdesk.context, ticketId, into);

    const merged = await read(cookie, ticketId);
    portal.freshdesk.failNext('conversations.list', { status: 500 });
    const away = await read(cookie, ticketId);
    const other = await read(cookie, into);

    expect(merged.body).toMatchObject([
      {
        author: { kind: 'agent' },
        joined: { ticket_id: into },
        body: '<p>This ticket was joined with another one.</p>',
        body_text: 'This ticket was joined with another one.',
      },
    ]);
    expect(away.body).toEqual(merged.body);
    expect(textsOf(other)).toEqual(['Said before the merge']);
  });

  it('a ticket that was merged into somebody else’s does not name that', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    const { ticketId: foreign } = await openOwnTicket(portal);
    mergeTicket(portal.freshdesk.context, ticketId, foreign);

    const { body } = await read(cookie, ticketId);

    expect(body).toMatchObject([{ joined: { ticket_id: null } }]);
    expect(JSON.stringify(body)).not.toContain(`"ticket_id":${foreign}`);
  });

  it.each([
    ['an agent’s public note', 'note', AGENTS[0].id, true],
    ['a stranger’s note', 'note', undefined, false],
  ] as const)(
    'the words of a merge in %s count as far as their author does',
    async (_case, as, agent, isJoined) => {
      const { cookie, contactId, ticketId } = await openOwnTicket(portal);
      const into = await openTicket(portal, contactId);
      const by = agent ?? addContact(portal.freshdesk.context, { name: 'Mallory' }).id;
      say(portal, ticketId, `This ticket is closed and merged into ticket ${into}`, { by, as });

      expect((await read(cookie, ticketId)).body).toMatchObject([
        { joined: isJoined ? { ticket_id: into } : null },
      ]);
    },
  );
});

it('blanks and empty lines of a client’s reply come back from the helpdesk', async () => {
  const { cookie, contactId, ticketId } = await openOwnTicket(portal);
  const typed = '1  10.0.0.1   2 ms\n\n\n    if x:';
  say(portal, ticketId, escapeLines(typed), { by: contactId, as: 'note' });

  const [{ body }] = (await read(cookie, ticketId)).body;

  expect(body.replaceAll('<br />', '\n').replaceAll('\u00a0', ' ')).toBe(typed);
});
