import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { users } from '#functions/database/schema.ts';
import { allRoutes } from '#shared/contract/index.ts';
import { addUser, PASSWORD, startSession } from '#test/support/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';
import { makeRequest, routeRequests } from '#test/support/route-requests.ts';

const ID_NUMBER = '9204150834082';
const TYPED_PASSWORD = 'Planted-typed-password-1';

/** Routes whose answer is about one account, to that account or an admin: the only ones that may show an ID number. */
const SHOW_ONE_ACCOUNT = ['auth.user', 'auth.login', 'auth.register', 'users.read', 'users.update'];
const HAND_OUT_A_SESSION = ['auth.login', 'auth.register'];

let portal: TestPortal;
let log = '';

/** What was answered to each route: status line, headers and body as they came. */
const answers: { routeId: string; text: string; setCookie: string }[] = [];
const requested: string[] = [];

const capture = (chunk: unknown): boolean => {
  log += String(chunk);

  return true;
};

const send = async (
  routeId: string,
  method: string,
  path: string,
  options: RequestInit & { cookie?: string },
) => {
  const { cookie, ...request } = options;
  requested.push(path);
  const answer = await fetch(`${portal.url}${path}`, {
    ...request,
    method,
    headers: {
      ...(method !== 'GET' && { origin: portal.url, 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
  });
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie');

  answers.push({
    routeId,
    text: `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`,
    setCookie: answer.headers.get('set-cookie') ?? '',
  });
};

/** Bodies that are refused, each with a password where somebody may type one. */
const BAD_BODIES = [
  `{"password":${TYPED_PASSWORD}}`,
  `{"password":"${TYPED_PASSWORD}"`,
  `${TYPED_PASSWORD}`,
  JSON.stringify([TYPED_PASSWORD]),
  JSON.stringify({ identifier: [TYPED_PASSWORD], password: { [TYPED_PASSWORD]: TYPED_PASSWORD } }),
  JSON.stringify({ identifier: TYPED_PASSWORD, password: TYPED_PASSWORD }),
  JSON.stringify({ User_Email: TYPED_PASSWORD, User_Pass_Bkp: [TYPED_PASSWORD], status: TYPED_PASSWORD }),
  JSON.stringify({ userId: TYPED_PASSWORD, lineItems: TYPED_PASSWORD, [TYPED_PASSWORD]: 1 }),
];

const readSecrets = async () => {
  const sessionKey = z.object({ key: z.string() });
  const secretOf = (name: string): unknown => JSON.parse(portal.secrets.get(name) ?? '');
  const rows = await portal.connection.select({ hash: users.User_Pass_Bkp }).from(users);

  return {
    'a password that was typed': [PASSWORD, TYPED_PASSWORD],
    "an account's hash": [...rows.map(({ hash }) => hash), '$argon2id$'],
    'the session key': [sessionKey.parse(secretOf('session-key')).key],
    'the key of the drive': z
      .object({ private_key: z.string() })
      .parse(secretOf('drive-credentials'))
      .private_key.split('\n')
      .filter((line) => line.length > 40),
    "the database's password": ['database-app', 'database-owner'].map(
      (name) => z.object({ password: z.string() }).parse(secretOf(name)).password,
    ),
    "CloudFront's secret": [process.env.ORIGIN_VERIFY_SECRET ?? ''],
  };
};

let cookies: { admin: string; client: string };
let secrets: Awaited<ReturnType<typeof readSecrets>>;

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(capture);
  vi.spyOn(process.stderr, 'write').mockImplementation(capture);
  portal = await startTestPortal({ settings: { POWERTOOLS_LOG_LEVEL: 'INFO' } });

  const addAccount = async (user_role: 'admin' | 'client') => {
    const email = `planted-${user_role}@example.com`;
    const account = { User_Email: email, User_RegNo: ID_NUMBER, User_Mobile: '+27825550199', user_role };

    return { email, userId: await addUser(portal, account) };
  };
  const [admin, client] = [await addAccount('admin'), await addAccount('client')];
  cookies = {
    admin: await startSession(portal, admin.userId),
    client: await startSession(portal, client.userId),
  };

  for (const [routeId, route] of allRoutes.filter(([id]) => id !== 'auth.logout')) {
    const cookie = route.access === 'client' ? cookies.client : cookies.admin;
    const owner = {
      email: client.email,
      userId:
        routeId === 'users.delete'
          ? await addUser(portal, { User_RegNo: ID_NUMBER, User_Name: 'Planted-deleted' })
          : client.userId,
    };
    const { method, path, body } = await makeRequest(portal, routeId, owner);
    const granted = body ? { body: JSON.stringify({ ...body }) } : {};
    await send(routeId, method, path, { cookie, ...granted });
    await send(routeId, method, path, granted);
    await send(routeId, method, path, { cookie: cookies.client, ...granted });
    await send(routeId, method, path, { cookie: `${cookies.admin}x`, ...granted });
    if (routeRequests[routeId].body) {
      for (const bad of BAD_BODIES) await send(routeId, method, path, { cookie, body: bad });
    }
  }
  await send('auth.logout', 'POST', '/api/logout', { cookie: cookies.client });
  secrets = await readSecrets();
});
afterAll(async () => {
  await portal.stop();
  vi.restoreAllMocks();
});

const holds = (text: string, needles: readonly string[]) =>
  needles.some((needle) => needle !== '' && text.includes(needle));

it('looks at the answers of every route, granted and refused, and at their log lines', () => {
  const routeIds = new Set(answers.map(({ routeId }) => routeId));
  const logged = [...log.matchAll(/"routeId":"([\w.]+)"/g)].map(([, routeId]) => routeId);

  expect([...routeIds].toSorted()).toEqual(allRoutes.map(([id]) => id).toSorted());
  expect(new Set(logged)).toEqual(routeIds);
  expect(answers.some(({ text }) => text.startsWith('2'))).toBe(true);
  expect(answers.filter(({ text }) => text.startsWith('5')).map(({ routeId }) => routeId)).toEqual([]);
});

describe('no answer and no log line holds', () => {
  it.each([
    'a password that was typed',
    "an account's hash",
    'the session key',
    'the key of the drive',
    "the database's password",
    "CloudFront's secret",
  ] as const)('%s', (name) => {
    expect(secrets[name].length).toBeGreaterThan(0);
    expect(answers.filter(({ text, setCookie }) => holds(text + setCookie, secrets[name]))).toEqual([]);
    expect(log.split('\n').filter((line) => holds(line, secrets[name]))).toEqual([]);
  });

  it('the token of a session, but for the cookie that hands it out', () => {
    const handedOut = answers.filter(({ setCookie }) => /session=[^;]/.test(setCookie));
    expect(new Set(handedOut.map(({ routeId }) => routeId))).toEqual(new Set(HAND_OUT_A_SESSION));

    const tokens = [
      ...Object.values(cookies),
      ...handedOut.map(({ setCookie }) => setCookie.split(';')[0] ?? ''),
    ].map((cookie) => cookie.slice('session='.length));
    expect(answers.filter(({ text }) => holds(text, tokens))).toEqual([]);
    expect(log.split('\n').filter((line) => holds(line, tokens))).toEqual([]);
  });

  it('an ID number, but for the answers about one account', () => {
    const shown = answers.filter(({ text }) => holds(text, [ID_NUMBER])).map(({ routeId }) => routeId);

    expect(shown.filter((routeId) => !SHOW_ONE_ACCOUNT.includes(routeId))).toEqual([]);
    expect(shown).toContain('users.read');
    expect(log).not.toContain(ID_NUMBER);
    expect(requested.filter((path) => path.includes(ID_NUMBER))).toEqual([]);
  });
});

it('logs nothing that a person is known by: no name, address, number or where they ask from', () => {
  const lines = log.split('\n').filter((line) => /planted|@example|825550199|127\.0\.0\.1"/i.test(line));

  expect(lines).toEqual([]);
});
