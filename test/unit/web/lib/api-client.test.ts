import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, nameShownUser, takeWritten } from '#web/lib/reads/api.ts';
import { ApiError } from '#web/lib/reads/api-error.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const answer = { status: 200, headers: {} as Record<string, string>, body: '' };
const received: Received[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    // HTTP/1.1 would send its own status text; the portal's CloudFront speaks HTTP/2, which has none.
    response.writeHead(answer.status, ' ', answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  );
});

beforeEach(() => {
  received.length = 0;
  Object.assign(answer, { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => error as ApiError,
  );

describe('requests of the API client', () => {
  it("the API client sends the portal's cookies", async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    await api.client.stats();
    await api.auth.login({ body: { identifier: 'OW10001', password: 'p' } });

    expect(sent.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include']);
    sent.mockRestore();
  });

  it('the API client sends a read with neither body nor content type', async () => {
    await api.client.stats();

    expect(received[0]).toMatchObject({ method: 'GET', url: '/api/client/stats', body: '' });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  it('the API client sends a write without a payload with neither body nor content type', async () => {
    Object.assign(answer, { status: 204, body: '' });
    await api.auth.logout();

    expect(received[0]).toMatchObject({ method: 'POST', body: '' });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  it('the API client sends a payload as JSON', async () => {
    await api.auth.login({ body: { identifier: 'OW10001', password: 'p' } });

    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ identifier: 'OW10001', password: 'p' });
  });

  it('the API client escapes parameters of the path and the query, and omits undefined ones', async () => {
    await api.users.list({ query: { search: 'a&b c', page: 2, role: undefined } });
    await api.users.read({ params: { User_Id: '7/../8' } });

    expect(received.map(({ url }) => url)).toEqual([
      '/api/admin/users?search=a%26b+c&page=2',
      '/api/admin/users/7%2F..%2F8',
    ]);
  });

  it("the API client sends a form's idempotency key as a header", async () => {
    await api.invoices.create({ body: { userId: 1, lineItems: [] }, idempotencyKey: 'key-of-this-form' });

    expect(received[0]?.headers['idempotency-key']).toBe('key-of-this-form');
  });
});

describe('the user whom the screen shows', () => {
  afterEach(() => nameShownUser(() => undefined));

  it('each request names the user whom the screen shows at that moment, a write, a read and an upload', async () => {
    nameShownUser(() => 7);
    await api.client.stats();
    await api.account.update({ body: { User_Town: 'Paarl' } });
    const send = vi.fn(async (..._: [string, RequestInit]) => new Response('{}'));
    await api.bank.upload({ body: { fileName: 'a.csv', text: '' }, send });
    nameShownUser(() => 0);
    await api.client.stats();

    expect(received.map(({ headers }) => headers['x-user-id'])).toEqual(['7', '7', '0']);
    expect(send.mock.calls[0]?.[1].headers).toMatchObject({ 'x-user-id': '7' });
  });

  it('a page that shows nobody names nobody', async () => {
    await api.auth.login({ body: { identifier: 'OW10001', password: 'p' } });

    expect(received[0]?.headers).not.toHaveProperty('x-user-id');
  });

  it.each([
    ['conflict', true],
    ['other_user', false],
  ])('a write that is refused with %s makes other data out of date: %s', async (code, isOutdated) => {
    Object.assign(answer, { status: 409, body: JSON.stringify({ message: 'No', code }) });
    takeWritten();
    await refusal(api.account.update({ body: { User_Town: 'Paarl' } }));

    expect(takeWritten()).toBe(isOutdated);
  });
});

describe('answers to the API client', () => {
  it('the API client keeps the name, type and bytes of a file', async () => {
    answer.headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="INV-2026-000001.pdf"',
    };
    answer.body = '%PDF-1.7';
    const file = await api.invoices.download({ params: { id: 1 } });

    expect(file).toMatchObject({ name: 'INV-2026-000001.pdf', type: 'application/pdf' });
    expect(await file.text()).toBe('%PDF-1.7');
  });

  it.each([
    ['a single word', 'attachment; filename=INV-1.pdf', 'INV-1.pdf'],
    ['words in quotes', 'attachment; filename="my \\"best\\" photo.png"', 'my "best" photo.png'],
    [
      'any characters in UTF-8',
      "attachment; filename=__.png; filename*=UTF-8''%E6%97%A5%20%27a%27.png",
      "日 'a'.png",
    ],
    [
      'the plain name, if the UTF-8 name cannot be decoded',
      "attachment; filename=a.png; filename*=UTF-8''%E6%9",
      'a.png',
    ],
    ['the default, if there is none', 'attachment', 'download'],
  ])('the API client takes the name of a file from %s', async (_case, disposition, name) => {
    answer.headers = { 'content-type': 'application/octet-stream', 'content-disposition': disposition };

    expect(await api.tickets.attachment({ params: { id: '1', attachmentId: '2' } })).toMatchObject({ name });
  });

  it('the API client returns undefined for an answer without content', async () => {
    Object.assign(answer, { status: 204, headers: {}, body: '' });

    expect(await api.auth.logout()).toBeUndefined();
  });

  it.each([
    ['the message', 409, 'application/json', '{"message":"Taken","error":"no"}', 'Taken'],
    ['the error, without a message', 400, 'application/json', '{"error":"Broken"}', 'Broken'],
    [
      'the error, if the message is empty',
      400,
      'application/json',
      '{"message":" ","error":"Broken"}',
      'Broken',
    ],
    ['the plain text', 502, 'text/plain', 'Upstream is away', 'Upstream is away'],
    ['the status text, for a page of HTML', 502, 'text/html; charset=utf-8', '<h1>Bad</h1>', 'Bad Gateway'],
    ['the status text, for an empty body', 503, 'text/plain', '', 'Service Unavailable'],
    ['the status text, for JSON without a message', 404, 'application/json', '{"code":"x"}', 'Not Found'],
    ['the status text, for JSON that is no object', 500, 'application/json', '"no"', 'Internal Server Error'],
    ['the number of an unknown status', 418, 'application/json', '{}', 'Error 418'],
  ])('the API client reports a refusal with %s', async (_, status, contentType, body, message) => {
    Object.assign(answer, { status, headers: { 'content-type': contentType }, body });

    expect(await refusal(api.client.stats())).toMatchObject({ name: 'ApiError', status, message });
  });

  it('a refusal contains its code, its fields, the current record and the seconds to wait', async () => {
    Object.assign(answer, {
      status: 409,
      headers: { 'content-type': 'application/json', 'retry-after': '7' },
      body: JSON.stringify({
        message: 'No',
        code: 'conflict',
        fields: { User_Email: 'Taken', broken: 5 },
        current: { version: 3 },
      }),
    });

    expect(await refusal(api.client.stats())).toMatchObject({
      code: 'conflict',
      fields: { User_Email: 'Taken' },
      current: { version: 3 },
      retryAfterSeconds: 7,
    });
  });

  it('the API client reports a portal that cannot be reached with a sentence', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'));
    const error = await refusal(api.client.stats());

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, message: expect.stringContaining('cannot be reached') });
  });

  it('an aborted call of the API client stays an abort', async () => {
    expect(await refusal(api.client.stats({ signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
  });
});
