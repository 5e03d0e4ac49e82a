import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/auth.ts';
import { auditLog } from '#functions/database/schema/system.ts';
import { addUser, PASSWORD } from '#test/support/accounts.ts';
import { postFrom } from '#test/support/call-from.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';
import { startPostgres } from '#test/support/postgres.ts';

const INVALID = 'Invalid credentials. Please check your email and password.';
const BLOCKED = expect.stringMatching(/^Too many attempts\. Please try again in 1[45] minutes\.$/);

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({ databaseUrl: postgres.connectionString });
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
});

let addressesUsed = 1;
const freshAddress = () => {
  addressesUsed += 1;
  return `127.0.0.${addressesUsed}`;
};

const addAccount = async () => {
  const email = `${crypto.randomUUID()}@example.com`;

  return { email, userId: await addUser(portal, { User_Email: email }) };
};

const signIn = (identifier: string, password: string, address: string) =>
  postFrom(portal, address, '/api/login', { identifier, password });

/** Counts as so many failures would, without waiting for their hashes. */
const countFailures = async (counters: ReturnType<typeof eq>, count: number) => {
  const counted = await portal.connection
    .update(throttleCounters)
    .set({ count })
    .where(counters)
    .returning({ bucket: throttleCounters.bucket });
  expect(counted.length).toBeGreaterThan(0);
};

const failTenTimes = async (identifier: string, address: string) => {
  for (let tries = 0; tries < 10; tries += 1) {
    const { status, body } = await signIn(identifier, 'wrong', address);
    expect([status, body.message]).toEqual([401, INVALID]);
  }
};

const countAuditedFailures = async (userId: number) => {
  const rows = await portal.connection
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'auth.login failed'), eq(auditLog.record, `user ${userId}`)));

  return rows.length;
};

const ofUser = (userId: number) => eq(throttleCounters.user_id, userId);

describe('repeated failures', () => {
  it('block an account from one address after ten, for the right password too, and only there', async () => {
    const { email } = await addAccount();
    const address = freshAddress();
    await failTenTimes(email, address);

    const blocked = await signIn(email, PASSWORD, address);
    expect([blocked.status, blocked.body.message]).toEqual([429, BLOCKED]);
    expect(blocked.retryAfterSeconds).toBeGreaterThan(800);
    expect(blocked.retryAfterSeconds).toBeLessThanOrEqual(900);

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);
  });

  it('are counted alike for an identifier that no account has', async () => {
    const address = freshAddress();
    await failTenTimes('nobody@example.com', address);

    const blocked = await signIn('Nobody@example.com', PASSWORD, address);
    expect([blocked.status, blocked.body.message]).toEqual([429, BLOCKED]);
  });

  it('are forgotten when the window is over', async () => {
    const { email, userId } = await addAccount();
    const address = freshAddress();
    await signIn(email, 'wrong', address);
    await countFailures(ofUser(userId), 100);
    expect((await signIn(email, PASSWORD, address)).status).toBe(429);

    await portal.connection
      .update(throttleCounters)
      .set({ window_ends_at: new Date(Date.now() - 1).toISOString() })
      .where(ofUser(userId));
    expect((await signIn(email, PASSWORD, address)).status).toBe(200);
  });

  it('share one count for the email address, in any case, and the OW number of an account', async () => {
    const { email, userId } = await addAccount();
    const owNumber = `OW9${userId}`;
    await portal.connection.execute(
      `update users set "OWNumber" = '${owNumber}' where "User_Id" = ${userId}`,
    );
    const address = freshAddress();
    const spellings = [email, owNumber, email.toUpperCase(), owNumber.toLowerCase(), ` ${email} `];
    for (const identifier of [...spellings, ...spellings]) {
      expect((await signIn(identifier, 'wrong', address)).status).toBe(401);
    }

    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
    expect((await signIn(owNumber, PASSWORD, address)).status).toBe(429);
  });

  it('block an account from everywhere after a hundred', async () => {
    const { email, userId } = await addAccount();
    await signIn(email, 'wrong', freshAddress());
    await countFailures(ofUser(userId), 100);

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(429);
  });

  it('block an address after a hundred, whatever the account', async () => {
    const address = freshAddress();
    const before = await portal.connection.select().from(throttleCounters);
    const known = new Set(before.map(({ bucket }) => bucket));
    await signIn('someone@example.com', 'wrong', address);
    const added = await portal.connection.select().from(throttleCounters);
    const ofAddress = added.filter(({ bucket, limit }) => !known.has(bucket) && limit === 100);
    for (const { bucket } of ofAddress) await countFailures(eq(throttleCounters.bucket, bucket), 100);

    const { email } = await addAccount();
    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);
  });
});

describe('refused attempts', () => {
  it('do not count against the account elsewhere, so that one address cannot lock it', async () => {
    const { email } = await addAccount();
    const address = freshAddress();
    await failTenTimes(email, address);
    const refused = await Promise.all(Array.from({ length: 100 }, () => signIn(email, 'wrong', address)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);
  });

  it('cost no hash: of fifty wrong tries at once at most ten are computed', async () => {
    const { email, userId } = await addAccount();
    const address = freshAddress();
    const burst = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'wrong', address)));

    expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(40);
    expect(await countAuditedFailures(userId)).toBe(10);
  });
});

describe('a success', () => {
  it('takes its own attempt back, and no failure', async () => {
    const { email } = await addAccount();
    const address = freshAddress();
    for (let tries = 0; tries < 9; tries += 1) await signIn(email, 'wrong', address);
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await signIn(email, PASSWORD, address)).status).toBe(200);
    }

    expect((await signIn(email, 'wrong', address)).status).toBe(401);
    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
  });
});

it('stores neither an address nor an identifier that matches no account', async () => {
  const address = freshAddress();
  await signIn('a-password-typed-into-the-wrong-field', 'wrong', address);

  const stored = JSON.stringify([
    await portal.connection.select().from(throttleCounters),
    await portal.connection.select().from(auditLog),
  ]);
  expect(stored).not.toContain('a-password-typed');
  expect(stored).not.toContain(address);
});

it('answers an admin until when an account is blocked', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  await addUser(portal, { User_Email: email, user_role: 'admin' });
  const cookie = await portal.signIn(email, PASSWORD);
  const { email: clientEmail, userId } = await addAccount();
  await failTenTimes(clientEmail, freshAddress());

  const { body } = await portal.call('GET', `/api/admin/users/${userId}`, { cookie });
  const minutes = (Date.parse(body.signInBlockedUntil) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(13);
  expect(minutes).toBeLessThanOrEqual(15);
});
