import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchPortal } from '#test/support/portal/watch-portal.ts';
import { makeOwnUser } from '#test/support/users/made-users.ts';

const SECRETS = { 'the session key': ['the-key-of-all-sessions'] };
const ID_NUMBER = '9204150834082';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl';
const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const USER = makeOwnUser({ User_RegNo: ID_NUMBER });

let watch: ReturnType<typeof watchPortal>;

beforeEach(() => {
  watch = watchPortal();
});
afterEach(() => watch.stopHearing());

const log = (line: object) => process.stdout.write(`${JSON.stringify({ level: 'INFO', ...line })}\n`);

const answer = (
  route: string,
  { status = 200, headers = {}, body = '' as string | object, sent = {} as object },
) => {
  const [method = '', path = ''] = route.split(' ');
  const request = {
    method,
    url: new URL(path, 'http://localhost'),
    headers: {},
    body: Buffer.from(JSON.stringify(sent)),
    address: '127.0.0.1',
    isNewConnection: true,
    signal: new AbortController().signal,
  };
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const sentBody = isRaw ? body : JSON.stringify(body);

  watch.hearAnswer(request, { status, headers: { ...HEADERS, ...headers }, body: sentBody });
};

const refusal = (code: string, more = {}) => ({ body: { message: 'No.', code, ...more } });

describe('a portal without faults', () => {
  it('watchPortal finds nothing in correct answers and log lines', () => {
    answer('POST /api/login', {
      body: USER,
      headers: { 'set-cookie': [`session=${TOKEN}`] },
      sent: { identifier: 'thandi@example.com', password: 'typed-in-secret' },
    });
    answer('GET /api/admin/stats', { status: 403, ...refusal('forbidden') });
    answer('DELETE /api/admin/services/7', { status: 204 });
    answer('GET /favicon.svg', { body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } });
    for (const routeId of ['auth.login', 'users.stats', 'services.delete']) {
      log({ routeId });
    }

    expect(watch.findFaults(SECRETS)).toEqual([]);
  });
});

describe('secrets in answers and log lines', () => {
  it.each([
    ['a key', 'the-key-of-all-sessions', 'the session key'],
    ['a hash', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'the hash of a password'],
    ['a token', `session=${TOKEN}`, 'a signed token'],
    ['an ID number', ID_NUMBER, 'an ID number'],
    ['a typed password', 'typed-in-secret', 'a password that was typed'],
    ['a typed passport number', 'M00123456', 'an ID number'],
  ])('watchPortal finds a secret in an answer, a header and a log line: %s', (_, secret, kind) => {
    const sent = { User_Pass_Bkp: 'typed-in-secret', User_RegNo: 'M00123456' };
    answer('GET /api/client/stats', { status: 404, ...refusal('not_found', { message: secret }), sent });
    answer('GET /api/search', { status: 400, ...refusal('invalid_request'), headers: { 'x-debug': secret } });
    log({ routeId: 'client.stats', causes: [`Error: ${secret}`] });
    log({ task: 'invoice-pdf', causes: [`Error: ${secret}`] });

    const faults = watch.findFaults(SECRETS);
    expect(faults).toEqual(
      expect.arrayContaining([
        `client.stats (404) shows ${kind}`,
        `customers.search (400) shows ${kind}`,
        `A line that client.stats logged shows ${kind}`,
        `A line that invoice-pdf logged shows ${kind}`,
      ]),
    );
    expect(faults.join(' ')).not.toContain(secret);
  });

  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
  ])('watchPortal finds a secret in an answer that is compressed with %s', (encoding, pack) => {
    const body = pack(JSON.stringify({ message: SECRETS['the session key'][0], code: 'forbidden' }));
    answer('GET /api/client/stats', { status: 403, headers: { 'content-encoding': encoding }, body });
    log({ routeId: 'client.stats' });

    expect(watch.findFaults(SECRETS)).toEqual(['client.stats (403) shows the session key']);
  });

  it('watchPortal finds a session token in a cookie of a route other than sign-in', () => {
    answer('POST /api/logout', { status: 204, headers: { 'set-cookie': [`session=${TOKEN}`] } });
    log({ routeId: 'auth.logout' });

    expect(watch.findFaults(SECRETS)).toEqual(['auth.logout (204) shows a signed token']);
  });
});

describe('answers that break the contract', () => {
  const unnamed = 'has a body that the contract does not name';
  const STATS = {
    activeServices: 1,
    openTickets: 0,
    waitingTickets: 0,
    isBilled: false,
    answeredTickets: [],
  };

  it.each([
    ['an extra field', { body: { ...STATS, note: '' } }, unnamed],
    ['a missing field', { body: { activeServices: 1 } }, unnamed],
    ['no JSON', { body: 'Fine' }, unnamed],
    ['another content type', { headers: { 'content-type': 'text/html' } }, 'is of type text/html'],
    ['another success status', { status: 201, body: STATS }, 'has no refusal in the body of its 201'],
    [
      'a refusal without a code',
      { status: 403, body: { message: 'No.' } },
      'has no refusal in the body of its 403',
    ],
    ['a code of another status', { status: 403, ...refusal('not_found') }, 'says not_found with 403'],
    [
      'a refusal that the route does not declare',
      { status: 409, ...refusal('conflict') },
      'refuses with conflict, which the route does not declare',
    ],
    [
      '503 without Retry-After',
      { status: 503, ...refusal('unavailable') },
      'says unavailable without Retry-After',
    ],
    [
      'an unexpected current record',
      { status: 403, ...refusal('forbidden', { current: { version: 2 } }) },
      'shows a `current` that the contract does not name',
    ],
    ['a body that caches may store', { headers: { 'cache-control': 'public' } }, 'may be stored'],
  ])('watchPortal finds an answer that breaks the contract: %s', (_, given, fault) => {
    answer('GET /api/client/stats', given);
    log({ routeId: 'client.stats' });

    const status = 'status' in given ? given.status : 200;
    expect(watch.findFaults(SECRETS)).toEqual([`client.stats (${status}) ${fault}`]);
  });
});

it('watchPortal reports a route without a log line', () => {
  answer('DELETE /api/admin/services/7', { status: 204 });

  expect(watch.findFaults(SECRETS)).toEqual(['No log line of services.delete was heard']);
});
