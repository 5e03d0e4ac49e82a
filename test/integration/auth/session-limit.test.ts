import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const ofUser = (userId: number) => eq(sessions.user_id, userId);

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();

/** Adds sessions that started a day ago, each a second after the one before, and end in a day. */
const addSessions = async (userId: number, count: number): Promise<string[]> => {
  const yesterday = Date.parse(daysFromNow(-1));
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    user_id: userId,
    created_at: new Date(yesterday + index * 1000).toISOString(),
    expires_at: daysFromNow(1),
  }));
  await portal.connection.insert(sessions).values(rows);

  return rows.map(({ id }) => id);
};

const addAccount = async () => {
  const email = `${crypto.randomUUID()}@example.com`;

  return { email, userId: await addUser(portal, { User_Email: email }) };
};

/** Makes every deletion of a session fail; returns a function that ends it. */
const refuseDeletions = async () => {
  const owner = connectAsOwner();
  await owner.execute(
    sql`create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'Too many' using errcode = '53300'; end $$`,
  );
  await owner.execute(
    sql`create trigger refuse_deletion before delete on sessions for each row execute function refuse_deletion()`,
  );

  return async () => {
    await owner.execute(sql`drop function if exists refuse_deletion cascade`);
  };
};

let addressesUsed = 0;
const signIn = async (email: string) => {
  addressesUsed += 1;
  const body = { identifier: email, password: PASSWORD };
  const answer = await postFrom(portal, `127.2.${addressesUsed}.1`, '/api/login', body);
  expect(answer.status).toBe(200);

  return answer.cookies.find((cookie) => cookie.startsWith('session=')) ?? '';
};

const statusWith = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;

describe('an account with a hundred sessions', () => {
  it('the oldest of a hundred sessions ends when an account signs in again', async () => {
    const { email, userId } = await addAccount();
    const [oldest, second] = await addSessions(userId, 100);
    const cookie = await signIn(email);

    const left = await portal.connection.select({ id: sessions.id }).from(sessions).where(ofUser(userId));
    expect(left).toHaveLength(100);
    expect(left.map(({ id }) => id)).not.toContain(oldest);
    expect(left.map(({ id }) => id)).toContain(second);
    expect(await statusWith(cookie)).toBe(200);
  });

  it('a sign-in succeeds although the oldest session cannot be ended, and the next one ends it', async () => {
    const { email, userId } = await addAccount();
    await addSessions(userId, 100);

    const mend = await refuseDeletions();
    onTestFinished(mend);
    expect(await statusWith(await signIn(email))).toBe(200);
    expect(await countRows(portal, sessions, ofUser(userId))).toBe(101);

    await mend();
    await signIn(email);
    expect(await countRows(portal, sessions, ofUser(userId))).toBe(100);
  });

  it('a hundred sessions stay after thirty sign-ins at once, all thirty among them', async () => {
    const { email, userId } = await addAccount();
    await addSessions(userId, 95);
    const cookies = await Promise.all(Array.from({ length: 30 }, () => signIn(email)));

    expect(await countRows(portal, sessions, ofUser(userId))).toBe(100);
    expect(new Set(await Promise.all(cookies.map(statusWith)))).toEqual(new Set([200]));
  });

  it('expired sessions end before one that is still valid', async () => {
    const { email, userId } = await addAccount();
    const remembered = await startSession(portal, userId);
    const [first] = await addSessions(userId, 120);
    await portal.connection
      .update(sessions)
      .set({ created_at: daysFromNow(0), expires_at: daysFromNow(-1) })
      .where(ofUser(userId));
    await portal.connection
      .update(sessions)
      .set({ created_at: daysFromNow(-20), expires_at: daysFromNow(10) })
      .where(eq(sessions.id, first ?? ''));
    await signIn(email);

    expect(await countRows(portal, sessions, ofUser(userId))).toBe(2);
    expect(await statusWith(remembered)).toBe(401);
  });
});
