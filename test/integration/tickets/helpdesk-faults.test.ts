import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/auth.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { health } from '#functions/database/schema/system.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets.ts';
import type { FreshdeskFault } from '#local/freshdesk/faults.ts';
import type { FreshdeskOperation } from '#local/freshdesk/operations.ts';
import { addUser, startSession } from '#test/support/accounts.ts';
import { type Answer, startTestPortal } from '#test/support/portal.ts';
import { addSupportContact, addTicket, addWords, NO_LIMITS, NO_SHARES } from '#test/support/tickets.ts';

/** `FAULT_TABLE=1 npx vitest run --project integration test/integration/tickets/helpdesk-faults` prints the table. */
const isPrinted = process.env.FAULT_TABLE !== undefined;

const FAULTS = {
  '429, short': { status: 429, retryAfterSeconds: 1 },
  '429, long': { status: 429, retryAfterSeconds: 600 },
  'status 401': { status: 401 },
  'status 403': { status: 403 },
  'status 404': { status: 404 },
  'status 409': { status: 409 },
  'status 500': { status: 500 },
  html: 'html',
  'cut-after': 'cut-after',
  'drop-after': 'drop-after',
  reset: 'reset',
} as const satisfies Record<string, FreshdeskFault>;
type FaultName = keyof typeof FAULTS | 'hang';

const WAITS = 'waits';
const NOT_FOUND = 'Ticket not found';
const DOWN = 'The helpdesk does not answer just now. Please try again.';
const BUSY = 'The helpdesk is busy just now. Please try again in a moment.';
const NOT_ALLOWED = 'The portal may not use the helpdesk at the moment. Please try again later.';
const NOT_ACCEPTED = 'The helpdesk did not accept this.';
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

/** What a client does, and the call of the helpdesk that the fault meets. */
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

/** The status of the answer with the sentence that the client reads, or that it waits or is shown as it was. */
type Outcome = readonly [status: number, told: string];

const READ: Outcome = [200, 'the conversation'];
/** Of what is kept: 'We are looking into it.' alone, not what the agent wrote since. */
const KEPT: Outcome = [200, 'the conversation as it was read last'];
const SENT_LATER: Outcome = [202, WAITS];
/** Its Retry-After is within the time that the call has. */
const done = (status: number): Outcome => [status, 'done'];

const EXPECTED: Record<ActionName, Record<FaultName, Outcome>> = {
  create: {
    hang: SENT_LATER,
    '429, short': done(201),
    '429, long': SENT_LATER,
    'status 401': SENT_LATER,
    'status 403': SENT_LATER,
    'status 404': [422, NOT_ACCEPTED],
    'status 409': [422, HAS_CHANGED],
    'status 500': SENT_LATER,
    html: SENT_LATER,
    'cut-after': SENT_LATER,
    'drop-after': SENT_LATER,
    reset: SENT_LATER,
  },
  reply: {
    hang: SENT_LATER,
    '429, short': done(201),
    '429, long': SENT_LATER,
    'status 401': SENT_LATER,
    'status 403': SENT_LATER,
    'status 404': [404, NOT_FOUND],
    'status 409': [422, HAS_CHANGED],
    'status 500': SENT_LATER,
    html: SENT_LATER,
    'cut-after': SENT_LATER,
    'drop-after': SENT_LATER,
    reset: SENT_LATER,
  },
  'conversation, never read': {
    hang: [503, DOWN],
    '429, short': READ,
    '429, long': [503, BUSY],
    'status 401': [503, NOT_ALLOWED],
    'status 403': [503, NOT_ALLOWED],
    'status 404': [404, NOT_FOUND],
    'status 409': [503, DOWN],
    'status 500': [503, DOWN],
    html: [503, DOWN],
    'cut-after': [503, DOWN],
    'drop-after': [503, DOWN],
    reset: [503, DOWN],
  },
  'conversation, read before': {
    hang: KEPT,
    '429, short': READ,
    '429, long': KEPT,
    'status 401': KEPT,
    'status 403': KEPT,
    'status 404': [404, NOT_FOUND],
    'status 409': KEPT,
    'status 500': KEPT,
    html: KEPT,
    'cut-after': KEPT,
    'drop-after': KEPT,
    reset: KEPT,
  },
  close: {
    hang: [503, DOWN],
    '429, short': done(200),
    '429, long': [503, BUSY],
    'status 401': [503, NOT_ALLOWED],
    'status 403': [503, NOT_ALLOWED],
    'status 404': [404, NOT_FOUND],
    'status 409': [409, NOT_CLOSED_FROM_HERE],
    'status 500': [503, DOWN],
    html: [503, DOWN],
    'cut-after': [503, DOWN],
    'drop-after': [503, DOWN],
    reset: [503, DOWN],
  },
  attachment: {
    hang: [503, DOWN],
    '429, short': done(200),
    '429, long': [503, BUSY],
    'status 401': [503, NOT_ALLOWED],
    'status 403': [503, NOT_ALLOWED],
    // The ticket was there a moment before.
    'status 404': [404, 'File not found'],
    'status 409': [503, DOWN],
    'status 500': [503, DOWN],
    html: [503, DOWN],
    'cut-after': [503, DOWN],
    'drop-after': [503, DOWN],
    reset: [503, DOWN],
  },
};

/** Where the work was done although nobody was told, and where an answer of no use says nothing of it. */
const UNCERTAIN: readonly FaultName[] = ['hang', 'status 500', 'html', 'cut-after', 'drop-after', 'reset'];

/** What the log names as the cause. */
const CAUSE: Record<FaultName, RegExp> = {
  hang: /Freshdesk did not answer in time/,
  '429, short': /Freshdesk answered 429/,
  '429, long': /Freshdesk answered 429/,
  'status 401': /Freshdesk answered 401/,
  'status 403': /Freshdesk answered 403/,
  'status 404': /"status":(404|422)/,
  'status 409': /Freshdesk answered 409/,
  'status 500': /Freshdesk answered 500/,
  html: /Freshdesk's answer to .* is no JSON/,
  'cut-after': /Freshdesk broke the connection/,
  'drop-after': /Freshdesk broke the connection/,
  reset: /Freshdesk broke the connection/,
};

interface Row {
  action: string;
  fault: string;
  status: number | string;
  told: string;
  state: string;
  seconds: number;
}

const table: Row[] = [];

const readTold = ({ status, body }: Answer): string => {
  if (status >= 400) return body.message;
  if (status === 202) return WAITS;

  if (!Array.isArray(body)) return 'done';

  return body.length > 1 ? READ[1] : KEPT[1];
};

/** What a client's message has become: its row with its job. */
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
  if (!row) return 'no row';
  if (row.helpdesk_id !== null) return 'delivered';

  return `${job?.state}${row.uncertain_since ? ', uncertain' : ''}`;
};

/** How often a client's words stand at the helpdesk. */
const countAtHelpdesk = ({ contactId }: Client): number => {
  const { tickets, conversations } = portal.freshdesk.context.store;

  return (
    tickets.list().filter(({ requester_id, subject }) => requester_id === contactId && subject === WORDS)
      .length +
    conversations.list().filter(({ user_id, body }) => user_id === contactId && body.includes(WORDS)).length
  );
};

/** As if it had answered all along: no time of being down, nothing counted. */
const forgetOutage = async () => {
  portal.freshdesk.setOutage(undefined);
  await portal.connection.delete(health);
  await portal.connection.delete(throttleCounters);
};

const logSince = (start: number) => portal.heard.log.slice(start).join('');

/** The worker, once what waits is due. */
const sendWaiting = async (client: Client) => {
  const { row } = await readMessage(client);
  await portal.connection
    .update(jobs)
    .set({ not_before: null })
    .where(eq(jobs.key, String(row?.id)));
  await portal.runJob('helpdesk-message', { Records: [{ body: JSON.stringify({ key: String(row?.id) }) }] });
};

const measure = async (run: () => Promise<Answer>) => {
  const startedAt = performance.now();
  const answer = await run();

  return { answer, seconds: (performance.now() - startedAt) / 1000 };
};

const expectOutcome = (action: ActionName, fault: FaultName, answer: Answer) => {
  expect([answer.status, readTold(answer)], `${action}, ${fault}`).toEqual(EXPECTED[action][fault]);
  if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  if (answer.status === 202)
    expect(answer.body).toMatchObject({ id: expect.any(Number), delivery: 'waiting' });
};

/** What is stored says what the client was told, and what waits is delivered once. */
const expectState = async (
  client: Client,
  { action, fault }: { action: ActionName; fault: FaultName },
  answer: Answer,
): Promise<string> => {
  const state = await describeState(client);
  if (answer.status !== 202) {
    expect(state).toBe(answer.status === 201 ? 'delivered' : 'no row');

    return state;
  }
  // A reply first reads its ticket, so that a helpdesk that hangs is noticed before anything is sent.
  const isUncertain = UNCERTAIN.includes(fault) && !(action === 'reply' && fault === 'hang');
  expect(state).toBe(isUncertain ? 'queued, uncertain' : 'queued');
  await forgetOutage();
  await sendWaiting(client);
  expect(await describeState(client)).toBe('delivered');
  expect(countAtHelpdesk(client)).toBe(1);

  return `${state}, then delivered once`;
};

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(async () => {
  await portal.stop();
  if (!isPrinted) return;

  const lines = table.map(
    ({ action, fault, status, told, state, seconds }) =>
      `| ${action} | ${fault} | ${status} | ${told} | ${state} | ${seconds.toFixed(1)} |`,
  );
  process.stdout.write(
    `\n| what | fault | status | the client reads | afterwards | s |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  );
});

const faultNames = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const actionNames = Object.keys(ACTIONS) as ActionName[];

describe.each(actionNames)('%s', (action) => {
  it.each(faultNames)('while the helpdesk answers with %s', async (fault) => {
    await forgetOutage();
    const client = await addClient();
    const { operation, run, ...others } = ACTIONS[action];
    if ('prepare' in others) await others.prepare(client);
    await addWords(portal, client.ticketId);
    const heardBefore = portal.heard.log.length;

    portal.freshdesk.failNext(operation, FAULTS[fault]);
    const { answer, seconds } = await measure(() => run(client));

    expectOutcome(action, fault, answer);
    if (fault !== '429, short') expect(logSince(heardBefore)).toMatch(CAUSE[fault]);
    expect(seconds).toBeLessThan(5);
    const state = await expectState(client, { action, fault }, answer);
    table.push({ action, fault, status: answer.status, told: readTold(answer), state, seconds });
  });
});

describe('while the helpdesk hangs', () => {
  const asked: Partial<Record<ActionName, { client: Client; answer: Answer; seconds: number }>> = {};
  const meanwhile: { path: string; answer: Answer; seconds: number }[] = [];
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
  });

  it('list, status and groups answer within a second, from the copy', () => {
    for (const { path, answer, seconds } of meanwhile) {
      expect(answer.status, path).toBe(200);
      expect(seconds, path).toBeLessThan(1);
      table.push({ action: path, fault: 'hang', status: 200, told: 'the copy', state: '', seconds });
    }
    expect(meanwhile).toHaveLength(3);
  });

  it('nobody is asked to wait again while it counts as down: no call is made', async () => {
    const callsBefore = portal.freshdesk.listCalls().length;

    for (const action of ['create', 'reply', 'conversation, never read', 'close', 'attachment'] as const) {
      const client = await addClient();
      const { answer, seconds } = await measure(() => ACTIONS[action].run(client));
      expectOutcome(action, 'hang', answer);
      expect(seconds, action).toBeLessThan(1);
      table.push({
        action,
        fault: 'down for 30 s',
        status: answer.status,
        told: readTold(answer),
        state: await describeState(client),
        seconds,
      });
    }
    expect(portal.freshdesk.listCalls()).toHaveLength(callsBefore);
    const { cookie } = await addClient();
    const { body } = await portal.call('GET', '/api/support/status', { cookie });
    expect(body).toMatchObject({ state: 'down' });
  });

  it.each(actionNames)('%s ends within five seconds', async (action) => {
    const found = asked[action];
    if (!found) throw new Error(`${action} was not asked`);
    const { client, answer, seconds } = found;

    expectOutcome(action, 'hang', answer);
    expect(seconds).toBeLessThan(5);
    expect(logSince(heardBefore)).toContain('did not answer in time');
    const state = await expectState(client, { action, fault: 'hang' }, answer);
    table.push({ action, fault: 'hang', status: answer.status, told: readTold(answer), state, seconds });
  });
});

describe('a run of the copy', () => {
  it.each(faultNames.filter((fault) => fault !== '429, short'))('fails by %s and goes on', async (fault) => {
    await forgetOutage();
    const heardBefore = portal.heard.log.length;
    portal.freshdesk.failNext('tickets.list', FAULTS[fault]);

    const startedAt = performance.now();
    await expect(portal.runJob('helpdesk-copy')).rejects.toThrow();
    const seconds = (performance.now() - startedAt) / 1000;

    expect(logSince(heardBefore)).toContain('job failed');
    expect(logSince(heardBefore)).toContain('Freshdesk');
    const [row] = await portal.connection.select().from(health);
    table.push({
      action: 'copy run',
      fault,
      status: 'fails',
      told: 'nothing',
      state: `helpdesk ${row?.state ?? 'not judged'}`,
      seconds,
    });

    await forgetOutage();
    await portal.runJob('helpdesk-copy');
    expect(await portal.connection.select().from(health)).toMatchObject([{ state: 'Good' }]);
  });

  it('ends by itself when the helpdesk hangs, and says that it is down', async () => {
    await forgetOutage();
    portal.freshdesk.setOutage('hang');
    const startedAt = performance.now();

    await expect(portal.runJob('helpdesk-copy')).rejects.toThrow('did not answer in time');
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeLessThan(6);
    expect(await portal.connection.select().from(health)).toMatchObject([{ state: 'Down' }]);
    table.push({
      action: 'copy run',
      fault: 'hang',
      status: 'fails',
      told: 'nothing',
      state: 'helpdesk Down',
      seconds,
    });
  });
});
