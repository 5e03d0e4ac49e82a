import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallLimits, FRESHDESK_PATIENCE } from '#functions/adapters/freshdesk/freshdesk-client.ts';
import { BrokenConnectionError, openConnection } from '#functions/adapters/freshdesk/freshdesk-connection.ts';
import { toConnectionFault } from '#functions/adapters/freshdesk/freshdesk-fault.ts';
import { makeFreshdesk } from '#functions/adapters/freshdesk/freshdesk-helpdesk.ts';
import type { Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import type { FreshdeskFault } from '#local/freshdesk/faults.ts';
import { hang } from '#local/http/broken-answers.ts';
import { type HttpAnswer, type HttpServer, startHttpServer } from '#local/http/http-server.ts';
import {
  API_KEY,
  call,
  freshdesk,
  makeContact,
  makeTicket,
  openLocalFreshdesk,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

const SUBJECT = 'My router at 14 Loop Street';
const TEXT = 'The password of the router is hunter2';

/** What the answers said of the calls that are left. */
let noted: CallLimits[];
beforeEach(() => {
  noted = [];
});

const open = (
  url = freshdesk.url,
  readKey = async () => API_KEY,
  timeLeftMs = 60_000,
  fileMs = 15_000,
  connect = () => openConnection(url),
): Helpdesk =>
  makeFreshdesk(
    readKey,
    {
      connect,
      noteLimits: (limits) => noted.push(limits),
      idPrefix: 'test',
      clientFields: [],
      attachmentAddresses: [url],
    },
    { ...FRESHDESK_PATIENCE, fileMs, timeLeftMs: () => timeLeftMs },
  );

const create = (helpdesk: Helpdesk, contactId = 1) =>
  helpdesk.createTicket({
    contactId,
    subject: SUBJECT,
    description: TEXT,
    priority: 2,
    groupId: undefined,
    tags: [],
  });

const catchFault = (promise: Promise<unknown>): Promise<HelpdeskError> =>
  promise.then(
    () => {
      throw new Error('This call was to fail');
    },
    (error) => error,
  );

const DOWN = 'The helpdesk does not answer just now. Please try again.';
const BUSY = 'The helpdesk is busy just now. Please try again in a moment.';
const NOT_ALLOWED = 'The portal may not use the helpdesk at the moment. Please try again later.';

/** The sentence for the client, the known outcome of the call, and the text of the log. */
const FAULTS: {
  fault: FreshdeskFault;
  message: string;
  code?: string;
  outcome: string;
  isOutage?: boolean;
  retryAfterSeconds?: number | undefined;
  log: string;
}[] = [
  {
    fault: { status: 429, retryAfterSeconds: 34 },
    message: BUSY,
    outcome: 'not-done',
    retryAfterSeconds: 34,
    log: 'Freshdesk answered 429 to POST /tickets',
  },
  { fault: { status: 429 }, message: BUSY, outcome: 'not-done', log: 'answered 429' },
  { fault: { status: 401 }, message: NOT_ALLOWED, outcome: 'not-done', log: 'answered 401' },
  { fault: { status: 403 }, message: NOT_ALLOWED, outcome: 'not-done', log: 'answered 403' },
  {
    fault: { status: 408 },
    message: DOWN,
    outcome: 'not-done',
    isOutage: true,
    log: 'answered 408',
  },
  {
    fault: { status: 302 },
    message: DOWN,
    outcome: 'not-done',
    isOutage: true,
    log: 'answered 302',
  },
  {
    fault: { status: 400 },
    message: 'The helpdesk did not accept this.',
    code: 'unprocessable',
    outcome: 'refused',
    retryAfterSeconds: undefined,
    log: 'answered 400',
  },
  {
    fault: { status: 404 },
    message: 'The helpdesk did not accept this.',
    code: 'unprocessable',
    outcome: 'refused',
    retryAfterSeconds: undefined,
    log: 'answered 404',
  },
  {
    fault: { status: 409 },
    message: 'The helpdesk has changed meanwhile. Please refresh and try again.',
    code: 'conflict',
    outcome: 'refused',
    retryAfterSeconds: undefined,
    log: 'answered 409',
  },
  { fault: { status: 500 }, message: DOWN, outcome: 'uncertain', isOutage: true, log: 'answered 500' },
  {
    fault: { status: 503, retryAfterSeconds: 7 },
    message: DOWN,
    outcome: 'uncertain',
    isOutage: true,
    retryAfterSeconds: 7,
    log: 'answered 503',
  },
  { fault: 'html', message: DOWN, outcome: 'uncertain', isOutage: true, log: 'is no JSON' },
  { fault: 'reset', message: DOWN, outcome: 'uncertain', isOutage: true, log: 'broke the connection' },
  { fault: 'cut-after', message: DOWN, outcome: 'uncertain', isOutage: true, log: 'broke the connection' },
  { fault: 'drop-after', message: DOWN, outcome: 'uncertain', isOutage: true, log: 'broke the connection' },
];

describe('a helpdesk call that fails', () => {
  it.each(FAULTS)(
    'a helpdesk call with $fault is reported as $outcome',
    async ({ fault, log, ...expected }) => {
      freshdesk.failNext('tickets.create', fault);

      const error = await catchFault(create(open(), (await makeContact()).id));

      expect(error).toMatchObject({
        name: 'HelpdeskError',
        code: 'unavailable',
        isOutage: false,
        retryAfterSeconds: 30,
        ...expected,
      });
      expect(describeError(error).join('\n')).toContain(log);
    },
  );

  it('a helpdesk call is repeated once after a 429 if the wait fits into its time', async () => {
    const { id } = await makeContact();
    freshdesk.failNext('tickets.create', { status: 429, retryAfterSeconds: 1 });

    await expect(create(open(), id)).resolves.toMatchObject({ contactId: id });
    expect(freshdesk.listCalls().filter((call) => call === 'tickets.create')).toHaveLength(2);
  });

  it.each([
    ['too long for its time', 4, 60_000],
    ['too long for the time that is left', 1, 1_200],
  ])('a helpdesk call is not repeated after a 429 whose wait is %s', async (_case, seconds, leftMs) => {
    freshdesk.failNext('groups.list', { status: 429, retryAfterSeconds: seconds });

    await expect(open(freshdesk.url, async () => API_KEY, leftMs).listGroups()).rejects.toMatchObject({
      message: BUSY,
      retryAfterSeconds: seconds,
    });
    expect(freshdesk.listCalls()).toEqual(['groups.list']);
  });

  it('a helpdesk call is not repeated a second time after a 429', async () => {
    freshdesk.failNext('groups.list', { status: 429, retryAfterSeconds: 1 }, 2);

    await expect(open().listGroups()).rejects.toMatchObject({ message: BUSY });
    expect(freshdesk.listCalls()).toEqual(['groups.list', 'groups.list']);
  });

  it('an unanswered helpdesk call is given up after four seconds and reported as possibly carried out', async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);
    freshdesk.failNext('tickets.create', 'hang-after');
    freshdesk.failNext('tickets.view', 'hang');

    const [written, read] = await Promise.all([
      catchFault(create(open(), id)),
      catchFault(open().findTicket(ticket.id)),
    ]);

    for (const error of [written, read]) {
      expect(error).toMatchObject({
        code: 'unavailable',
        message: DOWN,
        outcome: 'uncertain',
        isOutage: true,
      });
      expect(describeError(error).join('\n')).toContain('did not answer in time');
    }
    expect((await call('GET', '/tickets')).body).toHaveLength(2);
  });

  it('a helpdesk call ends in the time that its invocation has left', async () => {
    freshdesk.failNext('groups.list', 'hang');

    const error = await catchFault(open(freshdesk.url, async () => API_KEY, 50).listGroups());

    expect(describeError(error).join('\n')).toContain('did not answer in time');
  });

  it('a helpdesk call is reported as not carried out when nobody listens at the address', async () => {
    const { url, close } = await startHttpServer(() => ({ status: 200 }));
    await close();

    expect(await catchFault(create(open(url)))).toMatchObject({ outcome: 'not-done', isOutage: true });
  });

  it.each([
    [
      'that cannot be read',
      () => Promise.reject(new Error('The key store is away')),
      'The key store is away',
    ],
    ['that is malformed', async () => 'not a key: at all', 'The secret holds no Freshdesk API key'],
  ])('no helpdesk call is made with a key %s', async (_case, readKey, log) => {
    const error = await catchFault(create(open(freshdesk.url, readKey)));

    expect(error).toMatchObject({ message: NOT_ALLOWED, outcome: 'not-done', isOutage: false });
    expect(describeError(error).join('\n')).toContain(log);
    expect(freshdesk.listCalls()).toEqual([]);
  });

  it('a helpdesk call succeeds again once the replaced key is read', async () => {
    let key = 'oldkey';
    const helpdesk = open(freshdesk.url, async () => key);
    await expect(helpdesk.check()).rejects.toMatchObject({ outcome: 'not-done' });

    key = API_KEY;

    await expect(helpdesk.check()).resolves.toBeUndefined();
  });

  it.each(FAULTS)(
    "neither the key nor the client's words are logged when a helpdesk call meets $fault",
    async ({ fault }) => {
      freshdesk.failNext('tickets.create', fault);
      const error = await catchFault(create(open(), (await makeContact()).id));

      const log = describeError(error).join('\n');
      for (const secret of [API_KEY, btoa(`${API_KEY}:X`), SUBJECT, TEXT, 'hunter2', 'Loop Street']) {
        expect(log).not.toContain(secret);
      }
    },
  );
});

describe('the calls that the helpdesk has left', () => {
  it('every answer tells how many calls are left, a refusal for want of calls also until when', async () => {
    freshdesk.setLimits({ total: 2 });
    await open().check();
    await open().findTicket(1);
    await catchFault(open().check());

    expect(noted).toEqual([
      { total: 2, remaining: 1, retryAfterSeconds: undefined },
      { total: 2, remaining: 0, retryAfterSeconds: undefined },
      { total: 2, remaining: 0, retryAfterSeconds: 60 },
    ]);
  });

  it('a list that the plan allows no more of says nothing about other calls', async () => {
    freshdesk.setLimits({ ticketLists: 0 });
    await catchFault(open().listTickets({ updatedSince: new Date(), page: 1 }));

    expect(noted).toEqual([{ total: 200, remaining: 200, retryAfterSeconds: undefined }]);
  });

  it('an answer without the numbers of calls notes nothing', async () => {
    freshdesk.failNext('agents.me', { status: 500 });
    await catchFault(open().check());

    expect(noted).toEqual([]);
  });
});

describe('the connection of an invocation', () => {
  let isBroken: boolean;
  /** True for each call that came on a new connection. */
  let seen: boolean[];
  let server: HttpServer;
  beforeEach(async () => {
    isBroken = false;
    seen = [];
    server = await startHttpServer(({ isNewConnection }) => {
      seen.push(isNewConnection);

      return isBroken ? undefined : { status: 200, body: '{"id":1}' };
    });
  });
  afterEach(() => server.close());

  const openOnce = () => {
    const connection = openConnection(server.url);

    return { helpdesk: open(server.url, undefined, undefined, undefined, () => connection), connection };
  };

  it('the helpdesk calls of an invocation share one connection until it is closed', async () => {
    const { helpdesk, connection } = openOnce();
    await helpdesk.check();
    await helpdesk.within(2_000).check();
    connection.close();
    await helpdesk.check();

    expect(seen).toEqual([true, false, true]);
  });

  it('a write on a reused connection that breaks may have arrived, and is not sent again', async () => {
    const { helpdesk } = openOnce();
    await helpdesk.check();
    isBroken = true;

    expect(await catchFault(create(helpdesk))).toMatchObject({ outcome: 'uncertain', isUnanswered: true });
    expect(seen).toEqual([true, false]);
  });

  it.each([
    ['not carried out on a new connection', false, 'not-done'],
    ['possibly carried out on a reused connection', true, 'uncertain'],
  ])('a call that loses its way to the helpdesk is reported as %s', (_case, isReused, outcome) => {
    const lost = Object.assign(new Error('write EHOSTUNREACH'), { code: 'EHOSTUNREACH' });
    const broken = new BrokenConnectionError(lost, { isReused, isTimeout: false });

    expect(toConnectionFault({ method: 'POST', path: '/tickets' }, broken)).toMatchObject({ outcome });
  });
});

describe('a helpdesk answer in an unexpected shape', () => {
  let answer: HttpAnswer;
  /** The answers that come before it. */
  let before: HttpAnswer[];
  let calls: number;
  let odd: HttpServer;
  beforeEach(async () => {
    calls = 0;
    before = [];
    odd = await startHttpServer(() => {
      calls += 1;

      return before.shift() ?? answer;
    });
  });
  afterEach(() => odd.close());

  const TICKET = {
    id: 1,
    requester_id: 2,
    subject: null,
    description: null,
    status: 2,
    priority: 1,
    source: 2,
    created_at: '2015-08-24T13:49:37+05:30',
    updated_at: '2015-07-23T04:41:12Z',
  };
  const json = (body: unknown, status = 200): HttpAnswer => ({ status, body: JSON.stringify(body) });

  it('an answer in another shape is no outage, and its place is logged but not its content', async () => {
    answer = json({ ...TICKET, status: 'hunter2', description: 7 });

    const error = await catchFault(open(odd.url).findTicket(1));

    expect(error).toMatchObject({ message: DOWN, outcome: 'uncertain', isOutage: false });
    const log = describeError(error).join('\n');
    expect(log).toContain('GET /tickets/1 has another shape: description invalid_type, status invalid_type');
    expect(log).not.toContain('hunter2');
  });

  it('a ticket that cannot be read is hidden from its list, and no other', async () => {
    answer = json([TICKET, { ...TICKET, id: 'two' }, { ...TICKET, id: 3 }]);

    const { tickets, unreadable } = await open(odd.url).listTickets({ updatedSince: new Date(), page: 1 });

    expect(tickets.map(({ id }) => id)).toEqual([1, 3]);
    expect(unreadable).toBe(1);
  });

  it('a ticket without its blank fields and with a time zone offset is accepted', async () => {
    answer = json(TICKET);

    expect(await open(odd.url).findTicket(1)).toMatchObject({
      subject: '',
      descriptionHtml: '',
      tags: [],
      customFields: {},
      dueBy: null,
      createdAt: '2015-08-24T08:19:37.000Z',
    });
  });

  it("only field names and codes of a refusal are logged, not the helpdesk's text", async () => {
    answer = json(
      {
        errors: [
          { field: 'subject', code: 'invalid_value', message: TEXT },
          { field: TEXT, code: 'x' },
        ],
      },
      400,
    );

    const error = await catchFault(create(open(odd.url)));

    const log = describeError(error).join('\n');
    expect(log).toContain('answered 400 to POST /tickets subject invalid_value');
    expect(log).not.toContain('hunter2');
  });

  describe('the pages of a conversation', () => {
    const ENTRY = {
      id: 1,
      user_id: 2,
      private: false,
      source: 0,
      body: 'a',
      body_text: 'a',
      created_at: TICKET.updated_at,
    };
    const page = (...ids: number[]): HttpAnswer => ({
      ...json(ids.map((id) => ({ ...ENTRY, id }))),
      headers: { link: '<https://evil.example/api/v2/tickets/1/conversations?page=2>; rel="next"' },
    });
    const listIds = async () => {
      const listed = await open(odd.url).listEntries(1, 2);

      return { ids: listed?.entries.map(({ id }) => id), missing: listed?.missing };
    };

    it('a conversation that always names a next page is read for twenty pages, and says that it has more', async () => {
      answer = page(1);

      expect((await open(odd.url).listEntries(1, 2))?.hasMore).toBe(true);
      expect(calls).toBe(20);
    });

    it('an entry that is on two pages of a conversation is shown once', async () => {
      before = [page(1, 2), page(2, 3)];
      answer = json([]);

      expect(await listIds()).toEqual({ ids: [1, 2, 3], missing: undefined });
    });

    it('the pages of a conversation that were read before a fault are returned, with the reason for the rest', async () => {
      before = [page(1, 2)];
      answer = { status: 500 };

      expect(await listIds()).toEqual({
        ids: [1, 2],
        missing: expect.objectContaining({ code: 'unavailable' }),
      });
    });
  });

  it('a redirect of the helpdesk is not followed, so that the key goes nowhere else', async () => {
    let asked = 0;
    const elsewhere = await startHttpServer(() => {
      asked += 1;
      return json(TICKET);
    });
    answer = { status: 302, headers: { location: `${elsewhere.url}/api/v2/tickets/1` } };

    await expect(open(odd.url).findTicket(1)).rejects.toMatchObject({ outcome: 'not-done' });
    expect(asked).toBe(0);
    await elsewhere.close();
  });

  it('an answer that is compressed is read', async () => {
    answer = {
      ...json(TICKET),
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(TICKET)),
    };

    expect(await open(odd.url).findTicket(1)).toMatchObject({ id: 1 });
  });

  it.each([
    ['of the helpdesk itself', '/a.png', true],
    ['of another host', 'https://evil.example/a.png', false],
    ['that is malformed', 'a.png', false],
  ])('an attachment with an address %s may be fetched: %s', (_case, path, expected) => {
    expect(open(odd.url).mayFetch(path.startsWith('/') ? `${odd.url}${path}` : path)).toBe(expected);
  });

  it.each([
    [404, undefined],
    [403, undefined],
  ])('an attachment whose host answers %d is reported as missing', async (status, expected) => {
    answer = { status };

    expect(await open(odd.url).fetchAttachment(`${odd.url}/a.png`, 10)).toBe(expected);
  });

  it.each<[string, HttpAnswer | undefined]>([
    ['500', { status: 500 }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/a.png' } }],
    ['no answer', undefined],
  ])(
    'the answer %s for an attachment is no outage, and nothing of its address is logged',
    async (_case, told) => {
      const host = await startHttpServer(async (request) => told ?? hang(request));

      const error = await catchFault(
        open(host.url, undefined, 60_000, 200).fetchAttachment(`${host.url}/a.png?signature=hunter2`, 10),
      );

      expect(error).toMatchObject({
        code: 'unavailable',
        message: 'This file cannot be fetched just now. Please try again.',
        isOutage: false,
      });
      expect(describeError(error).join('\n')).not.toContain('hunter2');
      await host.close();
    },
  );
});
