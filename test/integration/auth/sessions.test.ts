import { desc, eq } from 'drizzle-orm';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { makeSignInStore } from '#functions/adapters/database/auth/sql-sign-in-store.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { PortalEvent } from '#functions/http/exchange.ts';
import { makeLambdaContext } from '#local/aws/lambda-context.ts';
import { ORIGIN_VERIFY_HEADER } from '#shared/edge.ts';
import {
  addSignedInUser,
  addUser,
  addUserWhoSignsIn,
  cookieAttributes,
  PASSWORD,
  sessionCookieName,
} from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: Awaited<ReturnType<typeof addSignedInUser>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const statusWith = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;

const asAdmin = async (method: string, path: string, body?: unknown) => {
  const answer = await portal.call(method, path, {
    cookie: admin.cookie,
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBeLessThan(300);
};

const signInAnswer = (body: object) => portal.call('POST', '/api/login', { body });

const tokenOf = (cookie: string) => cookie.slice(`${sessionCookieName()}=`.length);

const findSession = async (userId: number) => {
  const [row] = await portal.connection
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .orderBy(desc(sessions.expires_at));
  if (!row) {
    throw new Error(`User ${userId} has no session`);
  }

  return row;
};

const hoursUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 3_600_000;

describe('every session of a changed account ends at the next request', () => {
  it.each([
    ['deactivated', (id: number) => asAdmin('PUT', `/api/admin/users/${id}`, { User_Status: 0 })],
    ['deleted', (id: number) => asAdmin('DELETE', `/api/admin/users/${id}`)],
    [
      'given a new password',
      (id: number) => asAdmin('PUT', `/api/admin/users/${id}`, { User_Pass_Bkp: 'Another-password' }),
    ],
    ['made an admin', (id: number) => asAdmin('PUT', `/api/admin/users/${id}`, { user_role: 'admin' })],
  ])('every session of an account ends at its next request when the account is %s', async (_, change) => {
    const client = await addSignedInUser(portal, { origin: 'imported' });
    const elsewhere = await portal.signIn(client.email, PASSWORD);
    expect([await statusWith(client.cookie), await statusWith(elsewhere)]).toEqual([200, 200]);

    await change(client.userId);
    expect([await statusWith(client.cookie), await statusWith(elsewhere)]).toEqual([401, 401]);
  });

  it('a session of a deactivated account is not revived when the account is active again', async () => {
    const client = await addSignedInUser(portal);
    await asAdmin('PUT', `/api/admin/users/${client.userId}`, { User_Status: 0 });
    await asAdmin('PUT', `/api/admin/users/${client.userId}`, { User_Status: 1 });

    expect(await statusWith(client.cookie)).toBe(401);
  });

  it('the session of an account that was deactivated directly in the database ends', async () => {
    const client = await addSignedInUser(portal);
    await portal.connection.update(users).set({ User_Status: 0 }).where(eq(users.User_Id, client.userId));
    expect(await statusWith(client.cookie)).toBe(401);
  });

  it.each([
    ['changed its password', { User_Pass_Bkp: 'another hash' }],
    ['was deactivated', { User_Status: 0 }],
    // A client's session may last 30 days, an admin's never does.
    ['was made an admin', { user_role: 'admin' }],
  ])('no session starts for a sign-in during which the account %s', async (_, change) => {
    const userId = await addUser(portal, {});
    const [read] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
    await portal.connection.update(users).set(change).where(eq(users.User_Id, userId));

    const started = await makeSignInStore(portal.connection).start(
      {
        id: crypto.randomUUID(),
        userId,
        expiresAt: new Date(Date.now() + 60_000),
        passwordHash: read?.User_Pass_Bkp ?? '',
        role: 'client',
        replacedId: undefined,
        browser: null,
        system: null,
        address: '127.0.0.1',
        isRemembered: false,
        level: 1,
        signedInBy: 'password',
        spent: undefined,
        completesStep: false,
      },
      new Date(),
    );
    expect(started).toBeUndefined();
  });
});

describe('signing out', () => {
  it('only the session that signs out ends, and its cookie is deleted', async () => {
    const client = await addSignedInUser(portal);
    const elsewhere = await portal.signIn(client.email, PASSWORD);
    const { status, headers } = await portal.call('POST', '/api/logout', { cookie: client.cookie });

    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toBe(`${sessionCookieName()}=${cookieAttributes()}; Max-Age=0`);
    expect([await statusWith(client.cookie), await statusWith(elsewhere)]).toEqual([401, 200]);
  });

  it.each([
    ['without a cookie', {}],
    ['with a cookie that is no token', { cookie: 'session=garbage' }],
    ['with an empty cookie', { cookie: 'session=' }],
  ])('signing out %s answers 204', async (_, options) => {
    const { status, headers } = await portal.call('POST', '/api/logout', options);

    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toContain('Max-Age=0');
  });
});

describe('signing out during an outage', () => {
  it.each([
    ['the database', { AWS_ENDPOINT_URL_RDS_DATA: 'http://127.0.0.1:1' }],
    [
      'the key store',
      { SESSION_KEY_SECRET_ARN: 'arn:aws:secretsmanager:af-south-1:000000000000:secret:none' },
    ],
  ])(
    'signing out without %s answers 204 and deletes the cookie, and the reason is logged',
    async (_, settings) => {
      const client = await addSignedInUser(portal);
      for (const [name, value] of Object.entries(settings)) {
        vi.stubEnv(name, value);
      }
      vi.resetModules();
      onTestFinished(() => {
        vi.unstubAllEnvs();
        vi.resetModules();
      });
      const { handler } = await import('#functions/handlers/auth/logout.ts');
      const linesBefore = portal.heard.log.length;
      const event = {
        headers: { origin: portal.url, [ORIGIN_VERIFY_HEADER]: process.env.ORIGIN_VERIFY_SECRET },
        cookies: [client.cookie],
        requestContext: { requestId: 'request' },
      } as unknown as PortalEvent;

      expect(await handler(event, makeLambdaContext('auth.logout', 29))).toMatchObject({
        statusCode: 204,
        cookies: [`${sessionCookieName()}=${cookieAttributes()}; Max-Age=0`],
      });
      expect(portal.heard.log.slice(linesBefore).join('')).toContain('the step after the answer failed');
    },
  );
});

describe('signing in', () => {
  it('a sign-in lasts for the browser session, at most twelve hours', async () => {
    const User_Email = 'plain@example.com';
    const userId = await addUser(portal, { User_Email });
    const { headers } = await signInAnswer({ identifier: User_Email, password: PASSWORD });

    expect(headers.getSetCookie()[0]).toMatch(
      new RegExp(`^${sessionCookieName()}=[\\w.-]+${cookieAttributes()}$`),
    );
    expect(hoursUntil((await findSession(userId)).expires_at)).toBeCloseTo(12, 1);
  });

  it('a sign-in with Remember me lasts for thirty days', async () => {
    const User_Email = 'remembered@example.com';
    const userId = await addUser(portal, { User_Email });
    const body = { identifier: User_Email, password: PASSWORD, rememberMe: true };
    const { headers } = await signInAnswer(body);

    expect(headers.getSetCookie()[0]).toMatch(
      new RegExp(`^${sessionCookieName()}=[\\w.-]+${cookieAttributes()}; Max-Age=2592000$`),
    );
    expect(hoursUntil((await findSession(userId)).expires_at)).toBeCloseTo(30 * 24, 1);
  });

  it('a sign-in creates a new session, and ends only the one that its request presented', async () => {
    const client = await addSignedInUser(portal);
    const elsewhere = await portal.signIn(client.email, PASSWORD);
    const again = await portal.call('POST', '/api/login', {
      cookie: client.cookie,
      body: { identifier: client.email, password: PASSWORD },
    });

    const cookie = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(decodeJwt(tokenOf(cookie)).jti).not.toBe(decodeJwt(tokenOf(client.cookie)).jti);
    expect([await statusWith(client.cookie), await statusWith(cookie), await statusWith(elsewhere)]).toEqual([
      401, 200, 200,
    ]);
  });

  it('a sign-in ends the presented session even if it belongs to another account', async () => {
    const [former, client] = [await addSignedInUser(portal), await addSignedInUser(portal)];
    await portal.call('POST', '/api/login', {
      cookie: former.cookie,
      body: { identifier: client.email, password: PASSWORD },
    });

    expect(await statusWith(former.cookie)).toBe(401);
  });

  it('a sign-in by a letter that the database folds into one of the email address is refused', async () => {
    const User_Email = 'client.with.an.i@example.com';
    await addUser(portal, { User_Email });
    const folded = User_Email.replace('i', '\u0130');

    expect((await signInAnswer({ identifier: folded, password: PASSWORD })).status).toBe(401);
    expect((await signInAnswer({ identifier: User_Email, password: PASSWORD })).status).toBe(200);
  });

  it('an inactive account is told so only after the right password, and no session starts', async () => {
    const User_Email = 'inactive@example.com';
    const userId = await addUser(portal, { User_Email, User_Status: 0 });
    const wrong = await signInAnswer({ identifier: User_Email, password: 'wrong' });
    const right = await signInAnswer({ identifier: User_Email, password: PASSWORD });

    expect([wrong.status, wrong.body.message]).toEqual([
      401,
      'Invalid credentials. Please check your email and password.',
    ]);
    expect([right.status, right.body.message]).toEqual([403, 'This account is not active.']);
    expect(right.headers.get('set-cookie')).toBeNull();
    await expect(findSession(userId)).rejects.toThrow('has no session');
  });

  it.each([
    ['identifier', { password: PASSWORD }, 'Email address or OW number is required'],
    ['identifier', { identifier: ' ', password: PASSWORD }, 'Email address or OW number is required'],
    ['password', { identifier: 'a@example.com', password: '' }, 'Password is required'],
    ['password', { identifier: 'a@example.com', password: 5 }, 'Password must be text'],
  ])('the field %s of an invalid sign-in is named', async (field, body, sentence) => {
    const answer = await signInAnswer(body);

    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }]);
  });

  it('a password hash with other parameters is replaced at the next sign-in', async () => {
    const User_Pass_Bkp =
      '$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$0+5mMrBu84XXZvNBzakkFcIIkbbzsdwBUo5p7/G7Otg';
    const client = await addUserWhoSignsIn(portal, { User_Pass_Bkp });

    const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, client.userId));
    expect(row?.User_Pass_Bkp).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await statusWith(await portal.signIn(client.email, PASSWORD))).toBe(200);
  });
});

const signingKeys = z.object({ kid: z.string(), key: z.string() });
const readKeys = () => signingKeys.parse(JSON.parse(portal.secrets.get('session-key') ?? ''));

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const OF_A_CLIENT: JWTPayload = { sub: '1', role: 'client' };

/** Signs a token as the portal does, apart from the given differences. */
const forge = (
  sessionId: string,
  { kid = readKeys().kid, key = readKeys().key, alg = 'HS256', expires = '1h', claims = OF_A_CLIENT } = {},
) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg, kid })
    .setJti(sessionId)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key));

describe('a session token', () => {
  let sessionId: string;
  beforeAll(async () => {
    sessionId = (await findSession((await addSignedInUser(portal)).userId)).id;
  });

  const statusWithToken = (token: string) => statusWith(`${sessionCookieName()}=${token}`);

  it('a session token that is signed as the portal signs is accepted', async () => {
    expect(await statusWithToken(await forge(sessionId))).toBe(200);
  });

  it.each([
    [
      'tampered with',
      async () => {
        const other = await findSession(admin.userId);
        const [header, payload, signature] = (await forge(sessionId)).split('.');
        const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());

        return `${header}.${encode({ ...claims, jti: other.id })}.${signature}`;
      },
    ],
    ['expired, though its session is not', () => forge(sessionId, { expires: '-1s' })],
    ['unsigned', async () => (await forge(sessionId)).replace(/[^.]+$/, '')],
    [
      "of 'alg: none'",
      async () =>
        `${encode({ alg: 'none', kid: readKeys().kid })}.${encode({ jti: sessionId, exp: 4_102_444_800 })}.`,
    ],
    ['of another algorithm', () => forge(sessionId, { alg: 'HS512', key: readKeys().key.repeat(2) })],
    ['of an unknown kid', () => forge(sessionId, { kid: 'stranger' })],
    [
      "signed with another's secret",
      () => forge(sessionId, { key: 'a secret of somebody else, long enough' }),
    ],
    ['without a session', () => forge('')],
    ['without a user', () => forge(sessionId, { claims: {} })],
    ['of a session that never existed', () => forge(crypto.randomUUID())],
    ['not a token', async () => 'garbage'],
  ])('a session token is refused that is %s', async (_, makeToken) => {
    expect(await statusWithToken(await makeToken())).toBe(401);
  });

  it('a valid session token whose session has expired is refused', async () => {
    const client = await addSignedInUser(portal);
    const past = new Date(Date.now() - 1000).toISOString();
    await portal.connection
      .update(sessions)
      .set({ expires_at: past })
      .where(eq(sessions.user_id, client.userId));

    expect(await statusWith(client.cookie)).toBe(401);
  });

  it('session tokens of either key are accepted during a rotation', async () => {
    const previous = readKeys();
    const next = { kid: 'next', key: 'the key that the rotation made, long enough' };
    const old = await forge(sessionId);
    portal.secrets.put('session-key', JSON.stringify({ ...next, previous }));
    // The unknown kid of an earlier test may already have used this minute's read of the secret.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });

    expect(await statusWithToken(await forge(sessionId, next))).toBe(200);
    expect(await statusWithToken(old)).toBe(200);
    expect(await statusWithToken(await forge(sessionId, { ...next, key: previous.key }))).toBe(401);
  });
});
