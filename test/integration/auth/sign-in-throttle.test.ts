import { and, eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { auditLog, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { CANARY_EMAIL } from '#functions/domain/system/canary-visit.ts';
import { addUser, PASSWORD } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const INVALID = 'Invalid credentials. Please check your email and password.';
const BLOCKED = expect.stringMatching(/^Too many attempts\. Please try again in 1[45] minutes\.$/);

let networksUsed = 1;
/** Returns an address in a network that no other test uses. */
const freshAddress = () => {
  networksUsed += 1;
  return `127.1.${networksUsed}.1`;
};

const addAccount = async ({ User_Email = `${crypto.randomUUID()}@example.com` } = {}) => {
  accountsAdded += 1;
  const owNumber = `OW9${accountsAdded}`;

  return { email: User_Email, owNumber, userId: await addUser(portal, { User_Email, OWNumber: owNumber }) };
};
let accountsAdded = 0;

const listBuckets = () => portal.connection.select().from(throttleCounters);

const signIn = (identifier: string, password: string, address: string, cookie?: string) =>
  postFrom(portal, address, '/api/login', { identifier, password }, { cookie });

/** Returns the cookie of a browser that has signed in to the account, in addition to the accounts of its earlier cookie. */
const signInAsKnown = async (identifier: string, cookie?: string): Promise<string> => {
  const { status, cookies } = await signIn(identifier, PASSWORD, freshAddress(), cookie);
  expect(status).toBe(200);

  return cookies.find((line) => line.startsWith('known=')) ?? '';
};

/** Sets the counters to `count` failures, without waiting for their hashes. */
const countFailures = async (counters: SQL | undefined, count: number) => {
  const counted = await portal.connection
    .update(throttleCounters)
    .set({ count })
    .where(counters)
    .returning({ bucket: throttleCounters.bucket });
  expect(counted.length).toBeGreaterThan(0);
};

/** Leaves the account as ten failures from this address would. */
const blockFrom = async ({ email, userId }: { email: string; userId: number }, address: string) => {
  await signIn(email, 'wrong', address);
  await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 10)), 10);
};

const failTenTimes = async (identifier: string, address: string) => {
  for (let tries = 0; tries < 10; tries += 1) {
    const { status, body } = await signIn(identifier, 'wrong', address);
    expect([status, body.message]).toEqual([401, INVALID]);
  }
};

const countAudited = async (action: string, userId: number) => {
  const rows = await portal.connection
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.record, `user ${userId}`)));

  return rows.length;
};

const ofUser = (userId: number) => eq(throttleCounters.user_id, userId);

it("nobody can lock the canary out from other addresses, whose failures end at each address's own limit", async () => {
  await addUser(portal, { User_Id: 0, OWNumber: 'OW0', User_Email: CANARY_EMAIL });
  onTestFinished(async () => {
    await portal.connection.delete(users).where(eq(users.User_Id, 0));
  });
  for (let stranger = 0; stranger < 10; stranger += 1) {
    const address = freshAddress();
    await failTenTimes(stranger % 2 ? 'OW0' : CANARY_EMAIL, address);
    expect((await signIn(stranger % 2 ? 'OW0' : CANARY_EMAIL, PASSWORD, address)).status).toBe(429);
  }

  expect((await signIn(CANARY_EMAIL, PASSWORD, freshAddress())).status).toBe(200);
});

it("failed sign-ins of strangers do not block the canary's address before its account exists", async () => {
  await signIn(CANARY_EMAIL, 'wrong', freshAddress());
  await countFailures(eq(throttleCounters.limit, 100), 100);

  expect((await signIn(CANARY_EMAIL, PASSWORD, freshAddress())).status).toBe(401);
});

describe('repeated failures to sign in', () => {
  it('an account is blocked for one address after ten wrong passwords, for the right password too', async () => {
    const { email } = await addAccount();
    const address = freshAddress();
    await failTenTimes(email, address);

    const blocked = await signIn(email, PASSWORD, address);
    expect([blocked.status, blocked.body.message]).toEqual([429, BLOCKED]);
    expect(blocked.retryAfterSeconds).toBeGreaterThan(800);
    expect(blocked.retryAfterSeconds).toBeLessThanOrEqual(900);

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);
  });

  it('failures to sign in are forgotten when their window is over', async () => {
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

  it('every spelling of an email address shares one count of failures, and an OW number has one', async () => {
    const { email, owNumber, userId } = await addAccount();
    const digits = owNumber.replace('OW', '');
    const spellings = [
      ...[email, owNumber].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase(), ` ${one} `]),
      ...[`mailto:${email}`, `Jan <${email}>`, `\u200b${email}`],
      ...[`OW ${digits}`, `0W-${digits}`, `#ow00${digits}`],
    ];
    for (const typed of spellings) {
      expect((await signIn(typed, 'wrong', '127.1.1.1')).status).toBe(401);
    }

    const counted = (await listBuckets()).filter(({ user_id, limit }) => user_id === userId && limit === 10);
    expect(counted.map(({ count }) => count)).toEqual([7, 7]);
  });

  it('an account is blocked for all addresses after a hundred failures to sign in', async () => {
    const { email, userId } = await addAccount();
    await signIn(email, 'wrong', freshAddress());
    await countFailures(ofUser(userId), 100);

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(429);
  });

  it('a network is blocked after five hundred failures to sign in, whatever the account and the address', async () => {
    const [first, second] = ['127.200.1.1', '127.200.1.2'];
    const known = new Set((await listBuckets()).map(({ bucket }) => bucket));
    await signIn('someone@example.com', 'wrong', first);
    const ofNetwork = (await listBuckets()).filter(
      ({ bucket, limit }) => !known.has(bucket) && limit === 500,
    );
    for (const { bucket } of ofNetwork) {
      await countFailures(eq(throttleCounters.bucket, bucket), 500);
    }

    const { email } = await addAccount();
    expect((await signIn(email, PASSWORD, second)).status).toBe(429);
    expect((await signIn(email, PASSWORD, '127.200.2.1')).status).toBe(200);
  });
});

describe('refused attempts to sign in', () => {
  it('refused attempts do not count against the account elsewhere, so that one address cannot lock it', async () => {
    const account = await addAccount();
    const { email } = account;
    const address = freshAddress();
    await blockFrom(account, address);
    const refused = await Promise.all(Array.from({ length: 100 }, () => signIn(email, 'wrong', address)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));

    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);
  });

  it('fifty wrong passwords at once compute at most ten hashes', async () => {
    const { email, userId } = await addAccount();
    const address = freshAddress();
    const burst = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'wrong', address)));

    expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(40);
    expect(await countAudited('auth.login failed', userId)).toBe(10);
  });
});

describe('a successful sign-in', () => {
  it('a successful sign-in takes back its own attempt, and no failure', async () => {
    const { email, userId } = await addAccount();
    const address = freshAddress();
    await signIn(email, 'wrong', address);
    await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 10)), 9);
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await signIn(email, PASSWORD, address)).status).toBe(200);
    }

    expect((await signIn(email, 'wrong', address)).status).toBe(401);
    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
  });
});

describe('a browser that has signed in to the account before', () => {
  it('a known browser signs in while strangers have blocked the account, its network and its address', async () => {
    const { email, userId } = await addAccount();
    const known = await signInAsKnown(email);
    const address = freshAddress();
    await signIn(email, 'wrong', address);
    await portal.connection.update(throttleCounters).set({ count: sql`"limit"` });
    await portal.connection
      .update(throttleCounters)
      .set({ count: 0 })
      .where(and(ofUser(userId), eq(throttleCounters.limit, 300)));

    expect((await signIn(email, PASSWORD, address)).status).toBe(429);
    expect((await signIn(email, PASSWORD, address, known)).status).toBe(200);
  });

  it.each([
    ['with a made-up cookie', (known: string) => known.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`)],
    [
      'with the right value under another cookie name',
      (known: string) => known.replace('known', '__Host-known'),
    ],
  ])('a browser is not known %s', async (_, change) => {
    const { email, userId } = await addAccount();
    const known = await signInAsKnown(email);
    await signIn(email, 'wrong', freshAddress());
    await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 100)), 100);

    expect((await signIn(email, PASSWORD, freshAddress(), change(known))).status).toBe(429);
  });

  it('a browser that signs in gets a cookie that marks it as known for a year and that no script reads', async () => {
    const { email } = await addAccount();
    const { headers } = await portal.call('POST', '/api/login', {
      body: { identifier: email, password: PASSWORD },
    });

    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=/),
      expect.stringMatching(
        /^known=[\da-f-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
  });
});

describe('many sign-ins with the right password', () => {
  it('an account has three hundred right passwords in a quarter of an hour, from a known browser too', async () => {
    const { email, userId } = await addAccount();
    const known = await signInAsKnown(email);
    await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 300)), 299);
    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(200);

    const blocked = await signIn(email, PASSWORD, freshAddress(), known);
    expect([blocked.status, blocked.body.message]).toEqual([429, BLOCKED]);
    expect(blocked.retryAfterSeconds).toBeLessThanOrEqual(900);
    expect((await signIn(email, PASSWORD, freshAddress())).status).toBe(429);
    expect(await countAudited('auth.login blocked', userId)).toBe(1);
  });

  it('no session starts beyond the limit of right passwords for simultaneous sign-ins', async () => {
    const { email, userId } = await addAccount();
    await signIn(email, PASSWORD, freshAddress());
    await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 300)), 297);
    const burst = await Promise.all(
      Array.from({ length: 10 }, () => signIn(email, PASSWORD, freshAddress())),
    );

    expect(burst.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await countRows(portal, sessions, eq(sessions.user_id, userId))).toBe(4);
  });

  it('successful sign-ins leave no block behind, although many are refused between them', async () => {
    const { database } = await import('#local/seed/whole-database.ts');
    const makeBucket = (limit: number) => ({ name: crypto.randomUUID(), limit, windowSeconds: 900 });
    const attempt = { buckets: [makeBucket(3)], quota: makeBucket(300), address: freshAddress() };
    const { throttle } = database;
    const now = new Date();
    const isRefused = async () => (await throttle.count(attempt, now)) !== undefined;

    const first = [await isRefused(), await isRefused(), await isRefused()];
    const between: boolean[] = [];
    for (let successes = 0; successes < first.length; successes += 1) {
      between.push(await isRefused(), await isRefused());
      await throttle.countSuccess(attempt, now);
    }

    expect(first).toEqual([false, false, false]);
    // Each success makes room for one more attempt.
    expect(between).toEqual([true, true, false, true, false, true]);
    expect(await isRefused()).toBe(false);
  });

  it('thirty simultaneous sign-ins with the right password leave no block behind', async () => {
    const { email } = await addAccount();
    const address = freshAddress();
    await Promise.all(Array.from({ length: 30 }, () => signIn(email, PASSWORD, address)));

    expect((await signIn(email, PASSWORD, address)).status).toBe(200);
  });
});

describe('sign-in blocks in the audit log', () => {
  it('each block of an account is audited once, however many attempts are refused', async () => {
    const account = await addAccount();
    const { email, userId } = account;
    const address = freshAddress();
    await blockFrom(account, address);
    expect(await countAudited('auth.login blocked', userId)).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong', address)));
    expect(await countAudited('auth.login blocked', userId)).toBe(1);

    await countFailures(and(ofUser(userId), eq(throttleCounters.limit, 100)), 100);
    for (let tries = 0; tries < 3; tries += 1) {
      await signIn(email, 'wrong', freshAddress());
    }
    expect(await countAudited('auth.login blocked', userId)).toBe(2);
  });

  it('the block of an identifier that matches no account is not audited', async () => {
    const before = await countRows(portal, auditLog);
    const address = freshAddress();
    await failTenTimes('nobody.at.all@example.com', address);
    expect((await signIn('nobody.at.all@example.com', 'wrong', address)).status).toBe(429);

    expect(await countRows(portal, auditLog)).toBe(before);
  });
});

it('neither the network address nor an identifier that matches no account is stored', async () => {
  const address = freshAddress();
  await signIn('a-password-typed-into-the-wrong-field', 'wrong', address);

  const stored = JSON.stringify([
    await portal.connection.select().from(throttleCounters),
    await portal.connection.select().from(auditLog),
  ]);
  expect(stored).not.toContain('a-password-typed');
  expect(stored).not.toContain(address);
});

it('an administrator sees until when an account is blocked', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  await addUser(portal, { User_Email: email, user_role: 'admin' });
  const cookie = await portal.signIn(email, PASSWORD);
  const account = await addAccount();
  await blockFrom(account, freshAddress());

  const { body } = await portal.call('GET', `/api/admin/users/${account.userId}`, { cookie });
  const minutes = (Date.parse(body.signInBlockedUntil) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(13);
  expect(minutes).toBeLessThanOrEqual(15);
});
