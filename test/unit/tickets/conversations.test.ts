import { describe, expect, it } from 'vitest';
import { readAttachment } from '#functions/domain/tickets/read-attachment.ts';
import { readConversation } from '#functions/domain/tickets/read-conversation.ts';
import { closeTicket } from '#functions/domain/tickets/ticket-closing.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type {
  KeptEntries,
  KnownAuthors,
  OwnTicket,
  ReplyState,
  WaitingReply,
} from '#functions/ports/database/tickets/conversation-store.ts';
import type { AuthoredEntry } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { ArrivedMessage, MessageKind } from '#functions/ports/database/tickets/message-store.ts';
import { BY_CLIENT, SENT, type StoredEntry } from '#functions/ports/database/tickets/stored-ticket.ts';
import {
  type EntryAuthor,
  type Helpdesk,
  type HelpdeskEntry,
  HelpdeskError,
} from '#functions/ports/helpdesk.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const CLIENT = { userId: 7 };
const TICKET_ID = 12;

const entry = (id: number, bodyText = `Entry ${id}`): HelpdeskEntry => ({
  id,
  authorId: 43,
  isIncoming: true,
  joinedTicketId: null,
  bodyHtml: bodyText,
  bodyText,
  createdAt: '2026-11-20T09:00:00.000Z',
  attachments: [],
});

const kept = (id: number): StoredEntry => ({
  ...entry(id),
  author: { kind: 'agent', name: null },
  sending: SENT,
});

const keptWhole = (...ids: number[]): KeptEntries => ({ entries: ids.map(kept), isWhole: true });

const reply = (id: number, delivery: 'waiting' | 'failed' = 'waiting'): StoredEntry => ({
  ...entry(id, `Reply ${-id}`),
  ...BY_CLIENT,
  sending: { delivery, error: null, isWithdrawable: delivery === 'waiting' },
});

const waitingReply = (id: number, uncertainSince: Date | null = null): WaitingReply => ({
  ...reply(id),
  uncertainSince,
});

const OWN: OwnTicket = {
  atHelpdesk: { ticketId: TICKET_ID, contactId: 34, status: 2 },
  replies: [],
  isHelpdeskDown: false,
  helpdeskBusyUntil: null,
  isHelpdeskSuspect: false,
  isCopyOld: false,
  subject: 'No signal',
};

const BROKEN = new HelpdeskError('unavailable', 'It is down.', {
  outcome: 'uncertain',
  isOutage: true,
  cause: new Error('reset'),
});

/** Makes a desk for which a test says what we store and what the helpdesk answers. */
const makeDesk = ({
  own = OWN,
  listed = [],
  missing,
  hasMore = false,
  kept = { entries: [], isWhole: true },
  states = [],
  known = { entries: [], agents: [{ id: 43, readAt: NOW }] },
  describe = {},
}: {
  own?: OwnTicket | undefined;
  listed?: HelpdeskEntry[] | HelpdeskError | undefined;
  missing?: HelpdeskError;
  hasMore?: boolean;
  kept?: KeptEntries;
  states?: ReplyState[];
  known?: KnownAuthors;
  /** The helpdesk's answers about authors; a missing one fails. */
  describe?: Record<number, EntryAuthor>;
} = {}) => {
  const seen = {
    calls: 0,
    isWhole: true,
    arrived: [] as ArrivedMessage[],
    kept: [] as number[],
    shares: [] as ThrottleBucket[],
    down: 0,
    asked: [] as number[],
    agents: [] as number[],
    authors: [] as (EntryAuthor | undefined)[],
    waitedMs: 0,
  };
  const helpdesk: Partial<Helpdesk> = {
    within: (totalMs) => {
      seen.waitedMs = totalMs;

      return helpdesk as Helpdesk;
    },
    listEntries: async () => {
      seen.calls += 1;
      if (listed instanceof Error) {
        throw listed;
      }

      return { entries: listed, hasMore, ...(missing && { missing }) };
    },
    describeAuthor: async (authorId) => {
      seen.asked.push(authorId);

      return describe[authorId] ?? Promise.reject(BROKEN);
    },
  };

  const stores = {
    helpdeskCopy: {
      keepEntries: async (_ticketId: number, entries: readonly AuthoredEntry[], isWhole: boolean) => {
        seen.kept = entries.map(({ id }) => id);
        seen.authors = entries.map(({ author }) => author);
        seen.isWhole = isWhole;
      },
      noteAgents: async (ids: readonly number[]) => void seen.agents.push(...ids),
    },
    messages: {
      lockWriters: async () => {},
      takeArrived: async (_kind: MessageKind, arrived: readonly ArrivedMessage[]) => {
        seen.arrived.push(...arrived);
      },
    },
  };

  return {
    seen,
    ports: {
      database: {
        conversations: {
          open: async () => own,
          listKept: async () => kept,
          listAuthors: async () => known,
          findReplyStates: async () => states,
        },
        throttle: {
          take: async (share: ThrottleBucket) => {
            seen.shares.push(share);

            return undefined;
          },
        },
        ...stores,
        transaction: async <T>(run: (database: typeof stores) => Promise<T>) => run(stores),
        health: {
          save: async () => {
            seen.down += 1;
          },
        },
      },
      helpdesk: helpdesk as Helpdesk,
      supportSettings: {
        shares: { readsPerMinute: 60, writesPerMinute: 10, ticketsPerHour: 40, repliesPerHour: 200 },
      },
    },
  };
};

const read = ({ ports }: ReturnType<typeof makeDesk>) => readConversation(ports, CLIENT, TICKET_ID, NOW);

describe('replies that waited when the conversation was opened', () => {
  it.each([
    ['still waits', [{ id: -5, helpdeskId: null }], [1, -5], 'waiting'],
    ['arrived and was listed', [{ id: -5, helpdeskId: 1 }], [1], 'sent'],
    ['arrived after the list', [{ id: -5, helpdeskId: 2 }], [1, 2], 'sent'],
    ['was withdrawn', [], [1], 'sent'],
  ] as const)('a waiting reply that %s is shown at most once', async (_case, states, ids, delivery) => {
    const desk = makeDesk({
      own: { ...OWN, replies: [waitingReply(-5)] },
      listed: [entry(1)],
      states: [...states],
    });

    const conversation = await read(desk);

    expect(conversation.map(({ id }) => id)).toEqual(ids);
    expect(conversation.at(-1)?.delivery).toBe(delivery);
  });
});

describe('replies whose delivery is uncertain', () => {
  const own = { ...entry(9, 'Reply 5'), isIncoming: false };
  const tried = new Date(own.createdAt);

  it.each([
    ['the same text since then', own, tried, [9]],
    ['the same text of an agent', { ...own, isIncoming: true }, tried, []],
    ['another text', { ...own, bodyHtml: '<div>Another</div>' }, tried, []],
    ['the same text long before', own, new Date(tried.getTime() + 90_000), []],
    ['the same text, but the reply was never tried', own, null, []],
  ])(
    'an uncertain reply is matched only with its own text at the helpdesk: %s',
    async (_case, listed, since, ids) => {
      const ticket = { ...OWN, replies: [waitingReply(-5, since)] };
      const desk = makeDesk({ own: ticket, listed: [listed], states: [{ id: -5, helpdeskId: null }] });
      await read(desk);

      expect(desk.seen.arrived).toEqual(
        ids.map((helpdeskId) => ({ messageId: 5, helpdeskId, activity: 'Reply sent: No signal' })),
      );
    },
  );
});

describe('reading a conversation', () => {
  it("a conversation is read within four seconds, stored, and counted in its client's share", async () => {
    const desk = makeDesk({ listed: [entry(1), entry(2)] });
    await read(desk);

    expect(desk.seen).toMatchObject({
      kept: [1, 2],
      waitedMs: 4_000,
      isWhole: true,
      shares: [{ name: 'helpdesk reads of user 7', limit: 60, windowSeconds: 60 }],
    });
    // With a `userId`, somebody else's successful sign-in would clear this bucket.
    expect(desk.seen.shares[0]).not.toHaveProperty('userId');
  });

  it('a conversation that cannot be read is shown as stored, without marking the helpdesk as down', async () => {
    const desk = makeDesk({
      listed: BROKEN,
      kept: keptWhole(1),
      own: { ...OWN, replies: [waitingReply(-5)] },
    });

    expect((await read(desk)).map(({ id }) => id)).toEqual([1, -5]);
    expect(desk.seen.down).toBe(0);
  });

  it('a conversation of which only the first pages came is completed from the stored entries', async () => {
    const desk = makeDesk({ listed: [entry(1), entry(2)], missing: BROKEN, kept: keptWhole(1, 2, 3) });

    expect((await read(desk)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(desk.seen).toMatchObject({ kept: [1, 2], isWhole: false, down: 0 });
  });

  it('a conversation is not requested while the helpdesk counts as down', async () => {
    const desk = makeDesk({ own: { ...OWN, isHelpdeskDown: true } });

    await expect(read(desk)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The helpdesk does not answer just now. Please try again.',
    });
    expect(desk.seen.calls).toBe(0);
  });

  it('a conversation that is too long for an answer shows its newest entries', async () => {
    const listed = Array.from({ length: 60 }, (_, index) => entry(index + 1, 'x'.repeat(90_000)));

    const conversation = await read(makeDesk({ listed }));

    expect(conversation.at(-1)?.id).toBe(60);
    expect(JSON.stringify(conversation).length).toBeLessThan(5_000_100);
    expect(conversation.length).toBeGreaterThan(20);
  });

  const EARLIER = '<p><em>The earlier messages are left out.</em></p>';
  const LATER = '<p><em>The later messages are left out.</em></p>';
  const bodiesOf = async (desk: ReturnType<typeof makeDesk>) => (await read(desk)).map(({ body }) => body);

  it('a stored conversation of which only the newest entries fit says that the earlier ones are left out', async () => {
    const desk = makeDesk({ listed: BROKEN, kept: { entries: [kept(8), kept(9)], isWhole: false } });

    expect(await bodiesOf(desk)).toEqual([`${EARLIER}Entry 8`, 'Entry 9']);
  });

  it('a conversation with more pages than are read says that the later entries are left out, and keeps stored ones', async () => {
    const desk = makeDesk({ listed: [entry(1), entry(2)], hasMore: true });

    expect(await bodiesOf(desk)).toEqual(['Entry 1', `Entry 2${LATER}`]);
    expect(desk.seen.isWhole).toBe(false);
  });

  it('a conversation of very long texts keeps the format of the newest ones and shows the others as text', async () => {
    const listed = Array.from({ length: 12 }, (_, index) => ({
      ...entry(index + 1, 'a & b'),
      bodyHtml: `<p><strong>${'x'.repeat(55_000)}</strong></p>`,
    }));

    const conversation = await read(makeDesk({ listed }));

    const hasForm = conversation.map(({ body }) => body.includes('<strong>'));
    expect(hasForm).toEqual([false, ...Array(11).fill(true)]);
    expect(conversation[0]?.body).toBe('a &amp; b');
  });

  it('a database error while reading a conversation is not hidden', async () => {
    const desk = makeDesk({ kept: keptWhole(1) });
    desk.ports.database.helpdeskCopy.keepEntries = () => Promise.reject(new Error('The database is away'));

    await expect(read(desk)).rejects.toThrow('The database is away');
  });
});

describe('a portal without a helpdesk', () => {
  const ports = { ...makeDesk().ports, helpdesk: undefined };

  it.each([
    ['reading a conversation', () => readConversation(ports, CLIENT, TICKET_ID, NOW)],
    ['reading a file', () => readAttachment(ports, CLIENT, { ticketId: TICKET_ID, attachmentId: 1 }, NOW)],
    [
      'closing a ticket',
      () =>
        closeTicket(
          {
            helpdesk: undefined,
            supportSettings: ports.supportSettings,
            database: {
              transaction: () => Promise.reject(new Error('Nothing is to be written')),
              conversations: { open: async () => OWN, recordClosing: async () => {} },
              helpdeskCopy: { keepTickets: async () => {} },
              health: { save: async () => {} },
              throttle: { take: async () => undefined },
            },
          },
          CLIENT,
          TICKET_ID,
          NOW,
        ),
    ],
  ])('%s answers that support is not set up', async (_what, run) => {
    await expect(run()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Support is not set up on this portal. Please write to us by email.',
    });
  });
});
