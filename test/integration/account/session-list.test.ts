import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { listAudit } from '#test/support/links/links.ts';
import {
  addCaller,
  addSignedInUser,
  addUser,
  makeRegistration,
  PASSWORD,
  startSession,
} from '#test/support/portal/accounts.ts';
import { network, portal } from '#test/support/portal/shared-portal.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

const listOwn = async (cookie: string) => (await portal.call('GET', '/api/user/sessions', { cookie })).body;

const rowsOf = ({ userId }: { userId: number }) =>
  portal.connection
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .orderBy(desc(sessions.created_at));

const ageUse = ({ userId }: { userId: number }, minutes: number) =>
  portal.connection
    .update(sessions)
    .set({ last_used_at: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where(eq(sessions.user_id, userId));

describe('the sessions of an account', () => {
  it('sessions are listed for their owner, the newest first, with the current one marked', async () => {
    const client = await addCaller(portal, 'client');
    const newer = await startSession(portal, client.userId);
    await startSession(portal, (await addCaller(portal, 'client')).userId);

    const listed = await listOwn(client.cookie);

    expect(listed).toEqual([
      expect.objectContaining({ isCurrent: false }),
      expect.objectContaining({ isCurrent: true }),
    ]);
    expect((await listOwn(newer)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
      true,
      false,
    ]);
    expect(await listAudit(portal, client.userId)).toEqual([]);
  });

  it('leave out the sessions that have expired', async () => {
    const client = await addCaller(portal, 'client');
    await portal.connection.insert(sessions).values({
      id: crypto.randomUUID(),
      user_id: client.userId,
      expires_at: new Date(Date.now() - 1000).toISOString(),
    });

    expect(await listOwn(client.cookie)).toHaveLength(1);
  });

  it('say how each signed in, and leave out a sign-in whose second step is open', async () => {
    const client = await addCaller(portal, 'client');
    for (const signed_in_by of ['code', 'passkey', 'recovery']) {
      await startSession(portal, client.userId, { signed_in_by });
    }
    await startSession(portal, client.userId, { needs: 'second-step' });

    const listed = await listOwn(client.cookie);

    expect(listed.map(({ signedInBy }: { signedInBy: string }) => signedInBy).toSorted()).toEqual([
      'code',
      'passkey',
      'password',
      'recovery',
    ]);
  });

  it('show the browser and the system of a sign-in, and keep no more of the header and the address', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email });
    const body = { identifier: email, password: PASSWORD };
    const headers = { 'user-agent': CHROME };
    const answer = await portal.call('POST', '/api/login', { body, headers });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    expect(await listOwn(cookie)).toMatchObject([
      { browser: 'Chrome', system: 'Windows', address: network, isCurrent: true },
    ]);
    expect(JSON.stringify(await rowsOf({ userId }))).not.toContain('AppleWebKit');
  });

  it('show the device of a registration, and none for an unknown header', async () => {
    const register = async (userAgent: string) => {
      const answer = await portal.call('POST', '/api/register', {
        body: makeRegistration(),
        headers: { 'user-agent': userAgent },
      });

      return rowsOf({ userId: answer.body.User_Id });
    };

    expect(await register(CHROME)).toMatchObject([{ browser: 'Chrome', address: network }]);
    expect(await register('<b>me</b>/1 ')).toMatchObject([{ browser: null, system: null }]);
  });

  it('a list of sessions for an administrator is audited', async () => {
    const client = await addCaller(portal, 'client');
    const admin = await addCaller(portal, 'admin');

    const { body } = await portal.call('GET', `/api/admin/users/${client.userId}/sessions`, admin);

    expect(body).toMatchObject([{ isCurrent: false }]);
    expect(await listAudit(portal, client.userId)).toEqual([
      { action: 'sessions.list', actor: admin.userId, changes: [] },
    ]);
  });
});

describe('ending sessions', () => {
  it('the end of all other sessions ends open second steps, too, and is not audited for these alone', async () => {
    const client = await addCaller(portal, 'client');
    await startSession(portal, client.userId, { needs: 'second-step' });

    const { status } = await portal.call('DELETE', '/api/user/sessions', client);

    expect(status).toBe(204);
    expect(await rowsOf(client)).toHaveLength(1);
    expect(await listAudit(portal, client.userId)).toEqual([]);
  });

  it('a session that its owner has ended is refused at its next request, and its end is audited', async () => {
    const client = await addCaller(portal, 'client');
    const other = await startSession(portal, client.userId);
    const ended = (await listOwn(client.cookie)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);

    const answer = await portal.call('DELETE', `/api/user/sessions/${ended.id}`, client);

    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await portal.call('GET', '/api/user', { cookie: other })).status).toBe(401);
    expect(await listOwn(client.cookie)).toHaveLength(1);
    expect(await listAudit(portal, client.userId)).toEqual([
      { action: 'account.end-session', actor: client.userId, changes: [] },
    ]);
  });

  it.each([
    ['the owner', 'DELETE', () => '/api/user/sessions', true],
    ['an administrator', 'DELETE', (id: number) => `/api/admin/users/${id}/sessions`, false],
  ] as const)(
    'no audit row is written if %s ends all sessions and there is none to end',
    async (_, method, path, isOwn) => {
      const client = await addCaller(portal, 'client');
      const { cookie } = isOwn ? client : await addCaller(portal, 'admin');
      if (!isOwn) {
        await portal.connection.delete(sessions).where(eq(sessions.user_id, client.userId));
      }

      expect((await portal.call(method, path(client.userId), { cookie })).status).toBe(204);
      expect(await listAudit(portal, client.userId)).toEqual([]);
    },
  );

  it('the current session ends as at signing out: its cookie leaves the browser', async () => {
    const client = await addCaller(portal, 'client');
    const [current] = await listOwn(client.cookie);

    const answer = await portal.call('DELETE', `/api/user/sessions/${current.id}`, client);

    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/session=;.*Max-Age=0/)]);
    expect((await portal.call('GET', '/api/user', client)).status).toBe(401);
  });

  it("somebody else's session is answered as a missing one, and stays", async () => {
    const client = await addCaller(portal, 'client');
    const other = await addCaller(portal, 'client');
    const [foreign] = await rowsOf(other);

    const answers = await Promise.all([
      portal.call('DELETE', `/api/user/sessions/${foreign?.id}`, client),
      portal.call('DELETE', `/api/user/sessions/${crypto.randomUUID()}`, client),
    ]);

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [404, { code: 'not_found', message: 'Session not found' }]),
    );
    expect(await rowsOf(other)).toHaveLength(1);
  });

  it('all other sessions of the owner end, and the one that asked stays', async () => {
    const client = await addCaller(portal, 'client');
    const others = [await startSession(portal, client.userId), await startSession(portal, client.userId)];

    expect((await portal.call('DELETE', '/api/user/sessions', client)).status).toBe(204);

    expect(await listOwn(client.cookie)).toMatchObject([{ isCurrent: true }]);
    for (const cookie of others) {
      expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(401);
    }
  });

  it('an administrator ends one and all sessions of a client, and both are audited', async () => {
    const client = await addCaller(portal, 'client');
    await startSession(portal, client.userId);
    const admin = await addCaller(portal, 'admin');
    const [newest] = await rowsOf(client);
    const path = `/api/admin/users/${client.userId}/sessions`;

    expect((await portal.call('DELETE', `${path}/${newest?.id}`, admin)).status).toBe(204);
    expect(await rowsOf(client)).toHaveLength(1);
    expect((await portal.call('DELETE', path, admin)).status).toBe(204);

    expect(await rowsOf(client)).toEqual([]);
    expect((await listAudit(portal, client.userId)).map(({ action }) => action)).toEqual([
      'sessions.end',
      'sessions.end-all',
    ]);
  });

  it('no half-done sign-in remains when sessions end at the same time', async () => {
    const client = await addSignedInUser(portal);
    const admin = await addCaller(portal, 'admin');
    const path = `/api/admin/users/${client.userId}/sessions`;

    const [ended, ...signedIn] = await Promise.all([
      portal.call('DELETE', path, admin),
      ...Array.from({ length: 4 }, () => portal.signIn(client.email, PASSWORD)),
    ]);

    expect(ended.status).toBe(204);
    const statuses = await Promise.all(
      signedIn.map(async (cookie) => (await portal.call('GET', '/api/user', { cookie })).status),
    );
    const alive = statuses.filter((status) => status === 200);
    expect(statuses.every((status) => [200, 401].includes(status))).toBe(true);
    expect(await rowsOf(client)).toHaveLength(alive.length);
    expect((await portal.call('GET', '/api/user', client)).status).toBe(401);
  });
});

describe('the last use of a session', () => {
  it('the last use of a session is written by its check when it is older than an hour', async () => {
    const client = await addCaller(portal, 'client');
    await ageUse(client, 61);
    portal.dataApi.calls.reset();

    expect((await portal.call('GET', '/api/user', client)).status).toBe(200);

    expect(portal.dataApi.calls.total).toBe(3);
    const [row] = await rowsOf(client);
    expect(Date.now() - Date.parse(row?.last_used_at ?? '')).toBeLessThan(60_000);
  });

  it('the last use of a session costs an ordinary read no call', async () => {
    const client = await addCaller(portal, 'client');
    await ageUse(client, 59);
    const [before] = await rowsOf(client);
    portal.dataApi.calls.reset();

    await portal.call('GET', '/api/user', client);

    expect(portal.dataApi.calls.total).toBe(2);
    expect((await rowsOf(client))[0]?.last_used_at).toBe(before?.last_used_at);
  });
});
