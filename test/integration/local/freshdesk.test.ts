import { describe, expect, it } from 'vitest';
import { AGENTS } from '#local/freshdesk/context.ts';
import {
  API_KEY,
  call,
  freshdesk,
  GROUPS,
  letPass,
  makeContact,
  makeNote,
  makeReply,
  makeTicket,
  openLocalFreshdesk,
  readFaults,
  restart,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

describe("the API key of the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in accepts the API key as the user name with any password", async () => {
    const withPassword = (password: string) =>
      call('GET', '/tickets', undefined, { authorization: `Basic ${btoa(`${API_KEY}:${password}`)}` });

    expect((await withPassword('X')).status).toBe(200);
    expect((await withPassword('')).status).toBe(200);
  });

  it.each([
    ['no key', ''],
    ['another key', `Basic ${btoa('other:X')}`],
    ['the key before it is encoded', `Basic ${API_KEY}:X`],
    ['another scheme', `Bearer ${API_KEY}`],
  ])("the helpdesk's stand-in answers 401 to %s", async (_case, authorization) => {
    const answer = await call('GET', '/tickets', undefined, { authorization });

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      code: 'invalid_credentials',
      message: 'You have to be logged in to perform this action.',
    });
  });

  it("the helpdesk's stand-in returns the agent to whom the API key belongs", async () => {
    expect((await call('GET', '/agents/me')).body).toMatchObject({
      id: AGENTS[0].id,
      contact: { name: AGENTS[0].name },
    });
  });
});

describe("the HTTP of the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in answers 404 without a body at an unknown address", async () => {
    expect(await call('GET', '/nowhere')).toMatchObject({ status: 404, body: undefined });
  });

  it("the helpdesk's stand-in answers 405 to a wrong method, and names the allowed ones", async () => {
    const answer = await call('PUT', '/tickets', {});

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, GET');
  });

  it.each([
    ['406 to a caller who accepts only XML', { accept: 'application/xml' }, 406],
    ['415 to a body that is declared as XML', { 'content-type': 'application/xml' }, 415],
  ])("the helpdesk's stand-in answers %s", async (_case, headers, status) => {
    expect((await call('POST', '/contacts', { name: 'A', email: 'a@example.com' }, headers)).status).toBe(
      status,
    );
  });

  it("the helpdesk's stand-in answers 400 to malformed JSON", async () => {
    const answer = await fetch(`${freshdesk.url}/api/v2/tickets`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${API_KEY}:X`)}`, 'content-type': 'application/json' },
      body: '{"subject":',
    });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_json' });
  });
});

describe("groups at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in lists groups page by page", async () => {
    const { body } = await call('GET', '/groups?per_page=3');
    const last = await call('GET', '/groups?per_page=3&page=2');

    expect([...body, ...last.body].map(({ name }) => name)).toEqual(GROUPS);
    expect(readFaults(await call('GET', '/groups?name=Billing'))).toEqual(['name invalid_field']);
  });
});

describe("the rate limits of the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in sends its rate limits with each answer, refusals too", async () => {
    const first = await call('GET', '/tickets');
    expect(first.headers.get('x-ratelimit-total')).toBe('200');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('199');
    expect(first.headers.get('x-ratelimit-used-currentrequest')).toBe('1');
    expect(first.headers.get('x-freshdesk-api-version')).toBe('latest=v2; requested=v2');

    const refused = await call('POST', '/tickets', {});
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('198');
  });

  it.each([
    ['GET', '/tickets?include=description,stats', 5],
    ['GET', '/tickets?include=stats', 3],
  ])(
    "the helpdesk's stand-in counts embedded fields of a list twice: %s %s costs %d",
    async (method, path, cost) => {
      const { headers } = await call(method, path);

      expect(headers.get('x-ratelimit-used-currentrequest')).toBe(String(cost));
    },
  );

  it("the helpdesk's stand-in answers 429 over its limit until the minute is over", async () => {
    freshdesk.setLimits({ total: 2 });
    await call('GET', '/groups');
    letPass(20, 'seconds');
    await call('GET', '/groups');

    const refused = await call('GET', '/groups');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    letPass(40, 'seconds');
    expect((await call('GET', '/groups')).status).toBe(200);
  });

  it.each([
    ['ticketLists', 'GET', '/tickets'],
    ['contactLists', 'GET', '/contacts'],
    ['ticketCreations', 'POST', '/tickets'],
    ['ticketUpdates', 'PUT', '/tickets/1'],
  ] as const)("the helpdesk's stand-in limits %s separately", async (limit, method, path) => {
    freshdesk.setLimits({ [limit]: 1 });
    const body = method === 'GET' ? undefined : {};
    await call(method, path, body);

    expect((await call(method, path, body)).status).toBe(429);
    expect((await call('GET', '/groups')).status).toBe(200);
  });
});

describe("a planted fault of the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in answers with a planted error status the planted number of times", async () => {
    freshdesk.failNext('groups.list', { status: 503, retryAfterSeconds: 7 }, 2);

    const first = await call('GET', '/groups');
    expect(first.status).toBe(503);
    expect(first.headers.get('retry-after')).toBe('7');
    expect((await call('GET', '/tickets')).status).toBe(200);
    expect((await call('GET', '/groups')).status).toBe(503);
    expect((await call('GET', '/groups')).status).toBe(200);
  });

  it("the helpdesk's stand-in can answer with a page of HTML instead of JSON", async () => {
    freshdesk.failNext('groups.list', 'html');

    await expect(call('GET', '/groups')).rejects.toThrow(SyntaxError);
  });

  it.each([
    ['reset', 0],
    ['cut-after', 1],
    ['drop-after', 1],
  ] as const)(
    "the planted fault %s of the helpdesk's stand-in breaks the connection and leaves %d contacts",
    async (fault, contacts) => {
      freshdesk.failNext('contacts.create', fault);

      await expect(call('POST', '/contacts', { name: 'A', email: 'a@example.com' })).rejects.toThrow();
      expect((await call('GET', '/contacts')).body).toHaveLength(contacts);
    },
  );

  it.each([
    ['hang', 0],
    ['hang-after', 1],
  ] as const)(
    "the planted fault %s of the helpdesk's stand-in gives no answer and leaves %d contacts",
    async (fault, contacts) => {
      freshdesk.failNext('contacts.create', fault);
      const gone = new AbortController();
      const hanging = fetch(`${freshdesk.url}/api/v2/contacts`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${API_KEY}:X`)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'A', email: 'a@example.com' }),
        signal: gone.signal,
      });
      await expect.poll(() => freshdesk.listCalls()).toContain('contacts.create');
      await expect.poll(async () => (await call('GET', '/contacts')).body).toHaveLength(contacts);
      gone.abort();

      await expect(hanging).rejects.toThrow('aborted');
    },
  );

  it("the helpdesk's stand-in can fail every call until its outage ends", async () => {
    freshdesk.setOutage({ status: 500 });
    expect((await call('GET', '/groups')).status).toBe(500);
    expect((await call('GET', '/tickets')).status).toBe(500);

    freshdesk.setOutage(undefined);
    expect((await call('GET', '/tickets')).status).toBe(200);
  });
});

describe("a restart of the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in keeps its records and files over a restart, and continues to count ids", async () => {
    const contact = await makeContact();
    const ticket = await makeTicket(contact.id);
    const gone = await makeTicket(contact.id);
    await makeNote(ticket.id, { body: 'kept' });
    await makeReply(ticket.id, 'with a file', [new File(['content'], 'a.txt')]);

    await restart();

    expect((await call('GET', '/contacts')).body).toMatchObject([{ id: contact.id }]);
    const { body } = await call('GET', `/tickets/${ticket.id}/conversations`);
    expect(body).toMatchObject([{ body_text: 'kept' }, { body_text: 'with a file' }]);
    expect(await (await fetch(body[1].attachments[0].attachment_url)).text()).toBe('content');
    expect((await call('GET', '/groups')).body).toHaveLength(GROUPS.length);
    expect((await makeTicket(contact.id)).id).toBe(gone.id + 1);
  });
});
