import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import type { FreshdeskFault } from '#local/freshdesk/faults.ts';
import type { FreshdeskOperation } from '#local/freshdesk/operations.ts';
import {
  addSupportContact,
  addTicket,
  addWords,
  NO_LIMITS,
  NO_SHARES,
} from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { type Answer, startTestPortal } from '#test/support/portal/portal.ts';

/** One fault for each outcome that the adapter tells apart; test/integration/adapters/freshdesk-faults.test.ts sorts them all. */
const FAULTS = {
  'not done': { status: 429, retryAfterSeconds: 600 },
  refused: { status: 409 },
  uncertain: 'drop-after',
} as const satisfies Record<string, FreshdeskFault>;
type FaultName = keyof typeof FAULTS | 'hang';

const WAITS = 'waits';
const DOWN = 'The helpdesk does not answer just now. Please try again.';
const BUSY = 'The helpdesk is busy just now. Please try again in a moment.';
const HAS_CHANGED = 'The helpdesk has changed meanwhile. Please refresh and try again.';
const NOT_CLOSED_FROM_HERE =
  'The helpdesk does not let this ticket be closed from here. Please ask for it in a reply.';

let portal: Awaited<ReturnType<typeof startTestPortal>>;

interface Client {
  userId: number;
  cookie: string;
  contactId: number;
  ticketId: number;
  attachmentId: number;
}

const addClient = async (): Promise<Client> => {
  const userId = await addUser(portal, {});
  const contactId = await addSupportContact(portal, { userId });
  const ticketId = await addTicket(portal, { userId });
  const { attachmentIds } = await addWords(portal, ticketId, { files: [new File(['log'], 'router.log')] });

  return {
    userId,
    contactId,
    ticketId,
    cookie: await startSession(portal, userId),
    attachmentId: attachmentIds[0] ?? 0,
  };
};

const call = ({ cookie }: Client, method: string, path: string, body?: object) =>
  portal.call(method, `/api/support/tickets${path}`, { cookie, ...(body && { body }) });

const WORDS = 'Words of the client';

/** The actions of a client, each with the helpdesk call that fails. */
const ACTIONS = {
  create: {
    operation: 'tickets.create',
    run: (client) => call(client, 'POST', '', { subject: WORDS, description: WORDS }),
  },
  reply: {
    operation: 'conversations.note',
    run: (client) => call(client, 'POST', `/${client.ticketId}/replies`, { body: WORDS }),
  },
  'conversation, never read': {
    operation: 'conversations.list',
    run: (client) => call(client, 'GET', `/${client.ticketId}/conversations`),
  },
  'conversation, read before': {
    operation: 'conversations.list',
    prepare: async (client) => {
      await call(client, 'GET', `/${client.ticketId}/conversations`);
    },
    run: (client) => call(client, 'GET', `/${client.ticketId}/conversations`),
  },
  close: {
    operation: 'tickets.update',
    run: (client) => call(client, 'PATCH', `/${client.ticketId}/close`),
  },
  attachment: {
    operation: 'conversations.list',
    run: (client) => call(client, 'GET', `/${client.ticketId}/attachments/${client.attachmentId}`),
  },
} satisfies Record<
  string,
  {
    operation: FreshdeskOperation;
    prepare?: (client: Client) => Promise<void>;
    run: (client: Client) => Promise<Answer>;
  }
>;
type ActionName = keyof typeof ACTIONS;

/** The status of the answer, with the sentence that the client reads or one of the words below. */
type Outcome = readonly [status: number, told: string];

const READ = 'the conversation';
/** The kept conversation holds only 'We are looking into it.', not what the agent has written since. */
const KEPT: Outcome = [200, 'the conversation as it was read last'];
const SENT_LATER: Outcome = [202, WAITS];

const EXPECTED: Record<ActionName, Record<FaultName, Outcome>> = {
  create: {
    'not done': SENT_LATER,
    refused: [422, HAS_CHANGED],
    uncertain: SENT_LATER,
    hang: SENT_LATER,
  },
  reply: {
    'not done': SENT_LATER,
    refused: [422, HAS_CHANGED],
    uncertain: SENT_LATER,
    hang: SENT_LATER,
  },
  'conversation, never read': {
    'not done': [503, BUSY],
    refused: [503, DOWN],
    uncertain: [503, DOWN],
    hang: [503, DOWN],
  },
  'conversation, read before': {
    'not done': KEPT,
    refused: KEPT,
    uncertain: KEPT,
    hang: KEPT,
  },
  close: {
    'not done': [503, BUSY],
    refused: [409, NOT_CLOSED_FROM_HERE],
    uncertain: [503, DOWN],
    hang: [503, DOWN],
  },
  attachment: {
    'not done': [503, BUSY],
    refused: [503, DOWN],
    uncertain: [503, DOWN],
    hang: [503, DOWN],
  },
};

/** The cause that the log names. */
const CAUSE: Record<FaultName, RegExp> = {
  'not done': /Freshdesk answered 429/,
  refused: /Freshdesk answered 409/,
  uncertain: /Freshdesk broke the connection/,
  hang: /Freshdesk did not answer in time/,
};

const readTold = ({ status, body }: Answer): string => {
  if (status >= 400) {
    return body.message;
  }
  if (status === 202) {
    return WAITS;
  }
  return body.length > 1 ? READ : KEPT[1];
};

/** Reads a client's last message: its row and its job. */
const readMessage = async ({ userId }: Client) => {
  const [row] = await portal.connection
    .select()
    .from(helpdeskMessages)
    .where(eq(helpdeskMessages.user_id, userId))
    .orderBy(desc(helpdeskMessages.id))
    .limit(1);
  const [job] = row
    ? await portal.connection
        .select()
        .from(jobs)
        .where(eq(jobs.key, String(row.id)))
    : [];

  return { row, job };
};

const describeState = async (client: Client): Promise<string> => {
  const { row, job } = await readMessage(client);
  if (!row) {
    return 'no row';
  }
  if (row.helpdesk_id !== null) {
    return 'delivered';
  }

  return `${job?.state}${row.uncertain_since ? ', uncertain' : ''}`;
};

/** Counts the tickets and replies at the helpdesk that hold the client's words. */
const countAtHelpdesk = ({ contactId }: Client): number => {
  const { tickets, conversations } = portal.freshdesk.context.store;

  return (
    tickets.list().filter(({ requester_id, subject }) => requester_id === contactId && subject === WORDS)
      .length +
    conversations.list().filter(({ user_id, body }) => user_id === contactId && body.includes(WORDS)).length
  );
};

/** Restores the state before the fault: the helpdesk is not marked as down, and nothing is counted. */
const forgetOutage = async () => {
  portal.freshdesk.setOutage(undefined);
  await portal.connection.delete(health);
  await portal.connection.delete(throttleCounters);
};

const logSince = (start: number) => portal.heard.log.slice(start).join('');

/** Runs the worker after making the waiting message due. */
const sendWaiting = async (client: Client) => {
  const { row } = await readMessage(client);
  await portal.connection
    .update(jobs)
    .set({ not_before: null })
    .where(eq(jobs.key, String(row?.id)));
  await portal.runTask('helpdesk-message', { Records: [{ body: JSON.stringify({ key: String(row?.id) }) }] });
};

const measure = async (run: () => Promise<Answer>) => {
  const startedAt = performance.now();
  const answer = await run();

  return { answer, seconds: (performance.now() - startedAt) / 1000 };
};

const expectOutcome = (action: ActionName, fault: FaultName, answer: Answer) => {
  expect([answer.status, readTold(answer)], `${action}, ${fault}`).toEqual(EXPECTED[action][fault]);
  if (answer.status === 503) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  if (answer.status === 202) {
    expect(answer.body).toMatchObject({ id: expect.any(Number), delivery: 'waiting' });
  }
};

/** Expects that the stored state matches the answer, and that a waiting message is delivered once. */
const expectState = async (
  client: Client,
  { action, fault }: { action: ActionName; fault: FaultName },
  answer: Answer,
) => {
  if (answer.status !== 202) {
    expect(await describeState(client)).toBe('no row');

    return;
  }
  // A reply first reads its ticket, so that a helpdesk that hangs is noticed before anything is sent.
  const isUncertain = fault === 'uncertain' || (fault === 'hang' && action === 'create');
  expect(await describeState(client)).toBe(isUncertain ? 'queued, uncertain' : 'queued');
  await forgetOutage();
  await sendWaiting(client);
  expect(await describeState(client)).toBe('delivered');
  expect(countAtHelpdesk(client)).toBe(1);
};

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());

const faultNames = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const actionNames = Object.keys(ACTIONS) as ActionName[];

describe.each(actionNames)('%s', (action) => {
  it.each(faultNames)(
    `${action}: answers and stores as expected within 5 s when its helpdesk call is %s`,
    async (fault) => {
      await forgetOutage();
      const client = await addClient();
      const { operation, run, ...others } = ACTIONS[action];
      if ('prepare' in others) {
        await others.prepare(client);
      }
      await addWords(portal, client.ticketId);
      const heardBefore = portal.heard.log.length;

      portal.freshdesk.failNext(operation, FAULTS[fault]);
      const { answer, seconds } = await measure(() => run(client));

      expectOutcome(action, fault, answer);
      expect(logSince(heardBefore)).toMatch(CAUSE[fault]);
      expect(seconds).toBeLessThan(5);
      // One fault alone does not keep other clients from calling.
      expect(await portal.connection.select().from(health)).toEqual([]);
      await expectState(client, { action, fault }, answer);
    },
  );
});

describe('while the helpdesk does not answer', () => {
  const asked: Partial<Record<ActionName, { client: Client; answer: Answer; seconds: number }>> = {};
  const meanwhile: { path: string; answer: Answer; seconds: number }[] = [];
  let next: { answer: Answer; seconds: number };
  let heardBefore: number;

  beforeAll(async () => {
    await forgetOutage();
    const clients = new Map<ActionName, Client>();
    for (const action of actionNames) {
      const client = await addClient();
      const { prepare } = { prepare: undefined, ...ACTIONS[action] };
      await prepare?.(client);
      await addWords(portal, client.ticketId);
      clients.set(action, client);
    }
    const other = await addClient();
    heardBefore = portal.heard.log.length;

    portal.freshdesk.setOutage('hang');
    const waiting = [...clients].map(async ([action, client]) => {
      asked[action] = { client, ...(await measure(() => ACTIONS[action].run(client))) };
    });
    for (const path of ['/api/support/tickets', '/api/support/status', '/api/support/groups']) {
      meanwhile.push({
        path,
        ...(await measure(() => portal.call('GET', path, { cookie: other.cookie }))),
      });
    }
    await Promise.all(waiting);
    next = await measure(() => ACTIONS.create.run(other));
  });

  it('list, status and groups answer within a second from the copy while the helpdesk hangs', () => {
    for (const { path, answer, seconds } of meanwhile) {
      expect(answer.status, path).toBe(200);
      expect(seconds, path).toBeLessThan(1);
    }
    expect(meanwhile).toHaveLength(3);
  });

  it('the next client meets the hanging helpdesk within five seconds too', () => {
    expectOutcome('create', 'hang', next.answer);
    expect(next.seconds).toBeLessThan(5);
  });

  it('clients are answered within a second and without a call while the helpdesk counts as down', async () => {
    const callsBefore = portal.freshdesk.listCalls().length;

    for (const action of ['create', 'reply', 'conversation, never read', 'close', 'attachment'] as const) {
      const client = await addClient();
      const { answer, seconds } = await measure(() => ACTIONS[action].run(client));
      expectOutcome(action, 'hang', answer);
      expect(seconds, action).toBeLessThan(1);
    }
    expect(portal.freshdesk.listCalls()).toHaveLength(callsBefore);
    const { cookie } = await addClient();
    const { body } = await portal.call('GET', '/api/support/status', { cookie });
    expect(body).toMatchObject({ state: 'down' });
  });

  it.each(actionNames)('%s ends within five seconds when the helpdesk hangs', async (action) => {
    const found = asked[action];
    if (!found) {
      throw new Error(`${action} was not asked`);
    }
    const { client, answer, seconds } = found;

    expectOutcome(action, 'hang', answer);
    expect(seconds).toBeLessThan(5);
    expect(logSince(heardBefore)).toMatch(CAUSE.hang);
    await expectState(client, { action, fault: 'hang' }, answer);
  });
});

describe('a run of the ticket copy', () => {
  it.each(faultNames)('a copy run whose list call is %s fails, and the next run succeeds', async (fault) => {
    await forgetOutage();
    const heardBefore = portal.heard.log.length;
    portal.freshdesk.failNext('tickets.list', FAULTS[fault]);

    await expect(portal.runTask('helpdesk-copy')).rejects.toThrow();

    expect(logSince(heardBefore)).toContain('task failed');
    expect(logSince(heardBefore)).toMatch(CAUSE[fault]);

    await forgetOutage();
    await portal.runTask('helpdesk-copy');
    expect(await portal.connection.select().from(health)).toMatchObject([{ state: 'Good' }]);
  });

  it('a copy run ends by itself when the helpdesk hangs, and records that it is down', async () => {
    await forgetOutage();
    portal.freshdesk.setOutage('hang');
    const startedAt = performance.now();

    await expect(portal.runTask('helpdesk-copy')).rejects.toThrow('did not answer in time');
    expect((performance.now() - startedAt) / 1000).toBeLessThan(6);
    expect(await portal.connection.select().from(health)).toMatchObject([{ state: 'Down' }]);
  });
});
