import { and, eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SpentFactor } from '#functions/ports/database/factors/spent-factor.ts';
import type { Role } from '#shared/contract/fields.ts';
import { addRecoveryCodes } from '#test/support/factors/add-recovery-codes.ts';
import { addTotp, codeAt, STEP_MS } from '#test/support/factors/add-totp.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const OVER = 'That took too long. Please sign in again.';
const WRONG = 'This code is wrong, or was used already. Please enter the next one.';

let networksUsed = 1;
/** Returns an address in a network that no other test uses. */
const freshAddress = () => {
  networksUsed += 1;
  return `127.3.${networksUsed}.1`;
};

const addAccount = async (user_role: Role = 'client') => {
  const email = `${crypto.randomUUID()}@example.com`;
  const verified = { email_verified_at: new Date().toISOString() };
  const userId = await addUser(portal, { User_Email: email, user_role, ...verified });
  const secret = await addTotp(portal, userId);

  return { email, userId, secret, codes: await addRecoveryCodes(portal, userId) };
};

type Account = Awaited<ReturnType<typeof addAccount>>;

const cookieOf = (cookies: readonly string[], name: string): string | undefined =>
  cookies.find((line) => line.startsWith(`${name}=`))?.split(';')[0];

/** Sends the password, and returns the cookie of the open second step. */
const openStep = async (
  { email }: Pick<Account, 'email'>,
  {
    address = freshAddress(),
    cookie,
    rememberMe = false,
  }: { address?: string; cookie?: string; rememberMe?: boolean } = {},
) => {
  const body = { identifier: email, password: PASSWORD, rememberMe };
  const { status, body: answer, cookies } = await postFrom(portal, address, '/api/login', body, { cookie });
  expect(status).toBe(200);

  return { answer, cookies, step: cookieOf(cookies, 'session') ?? '', address };
};

const takeStep = (step: string, body: object, address = freshAddress()) =>
  postFrom(portal, address, '/api/login/second-step', body, { cookie: step });

const statusWith = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;

const listSessions = (userId: number) =>
  portal.connection.select().from(sessions).where(eq(sessions.user_id, userId));

describe('a right password of an account with an authenticator app', () => {
  it('opens the second step alone: no known browser, no activity, no audit row, no mail, no given-back count', async () => {
    const account = await addAccount();
    const { answer, cookies, step, address } = await openStep(account);

    expect(answer).toEqual({ secondStep: { ways: ['code', 'recovery'] } });
    expect(cookieOf(cookies, 'known')).toBeUndefined();
    const { connection } = portal;
    const { userId } = account;
    expect(await connection.select().from(activities).where(eq(activities.user_id, userId))).toEqual([]);
    expect(await connection.select().from(mails).where(eq(mails.user_id, userId))).toEqual([]);
    expect(await connection.select().from(auditLog).where(eq(auditLog.actor_id, userId))).toEqual([]);
    const counted = await connection
      .select({ count: throttleCounters.count })
      .from(throttleCounters)
      .where(eq(throttleCounters.user_id, userId));
    expect(counted).toEqual([{ count: 1 }, { count: 1 }]);

    const refused = await portal.call('GET', '/api/user', { cookie: step });
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'second_step_required',
        message: 'Please confirm that it is you.',
        ways: ['code', 'recovery'],
      },
    ]);
    expect((await takeStep(step, { code: codeAt(account.secret) }, address)).status).toBe(200);
    const after = await connection
      .select({ count: throttleCounters.count, limit: throttleCounters.limit })
      .from(throttleCounters)
      .where(eq(throttleCounters.user_id, userId));
    expect(after.toSorted((a, b) => a.limit - b.limit)).toEqual([
      { count: 0, limit: 10 },
      { count: 0, limit: 100 },
      { count: 1, limit: 300 },
    ]);
  });

  it('is complete with the code: the session is new, of level 2, and the browser is known', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    const { status, body, cookies } = await takeStep(step, {
      code: ` ${codeAt(account.secret).replace(/^.../, '$& ')}`,
    });

    expect([status, body.User_Email]).toEqual([200, account.email]);
    expect(cookieOf(cookies, 'known')).toMatch(/^known=/);
    const session = cookieOf(cookies, 'session') ?? '';
    expect(session).not.toBe(step);
    expect([await statusWith(session), await statusWith(step)]).toEqual([200, 401]);
    expect(await listSessions(account.userId)).toMatchObject([
      { level: 2, needs: null, signed_in_by: 'code', counted: null },
    ]);
  });

  it("keeps 'Remember me' over the second step, which itself ends after ten minutes", async () => {
    const account = await addAccount();
    const minutesLeft = async () => {
      const [session] = await listSessions(account.userId);

      return Math.round((Date.parse(session?.expires_at ?? '') - Date.now()) / 60_000);
    };
    const { step } = await openStep(account, { rememberMe: true });
    expect(await minutesLeft()).toBe(10);
    await takeStep(step, { code: codeAt(account.secret) });

    expect(await minutesLeft()).toBe(30 * 24 * 60);
  });

  it('ends no session of the account, and leaves at most five steps open', async () => {
    const account = await addAccount();
    const signedIn = await startSession(portal, account.userId);
    const address = freshAddress();
    const opened = await Promise.all(Array.from({ length: 8 }, () => openStep(account, { address })));
    const open = await Promise.all(opened.map(({ step }) => statusWith(step)));

    expect(await statusWith(signedIn)).toBe(200);
    expect(open.toSorted()).toEqual([401, 401, 401, 403, 403, 403, 403, 403]);
    expect(await listSessions(account.userId)).toHaveLength(6);
  });
});

/** Stops the clock in the middle of a time step, so that none ends between a code and its check. */
const stopInMiddleOfStep = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2 });
  onTestFinished(() => void vi.useRealTimers());
};

describe('a code', () => {
  it.each([
    ['of the step before', -1, 200],
    ['of the step after', 1, 200],
    ['of two steps before', -2, 400],
    ['of two steps after', 2, 400],
  ])('%s is answered as RFC 6238 allows for one step of delay', async (_, steps, status) => {
    const account = await addAccount();
    const { step } = await openStep(account);
    stopInMiddleOfStep();

    expect(
      (await takeStep(step, { code: codeAt(account.secret, Date.now() + steps * STEP_MS) })).status,
    ).toBe(status);
  });

  it('in full-width digits is read as digits', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    const code = [...codeAt(account.secret)]
      .map((digit) => String.fromCharCode(0xff10 + Number(digit)))
      .join('');

    expect((await takeStep(step, { code })).status).toBe(200);
  });

  it('works once, in two tabs at once and later', async () => {
    const account = await addAccount();
    const code = codeAt(account.secret);
    const [first, second, third] = [
      await openStep(account),
      await openStep(account),
      await openStep(account),
    ];
    const answers = await Promise.all([takeStep(first.step, { code }), takeStep(second.step, { code })]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const late = await takeStep(third.step, { code });
    expect([late.status, late.body.fields]).toEqual([400, { code: WRONG }]);
    const { connection } = portal;
    const rows = await connection.select().from(totpFactors).where(eq(totpFactors.user_id, account.userId));
    expect(rows[0]?.last_step).toBe(Math.floor(Date.now() / STEP_MS));
  });

  it('completes an open step once, when two requests bring two right codes', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    const answers = await Promise.all([
      takeStep(step, { code: codeAt(account.secret) }),
      takeStep(step, { code: codeAt(account.secret, Date.now() + STEP_MS) }),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listSessions(account.userId)).toHaveLength(1);
  });
});

describe('a recovery code', () => {
  it('is not used up by a request that comes too late for its open step', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    const answers = await Promise.all(
      account.codes.slice(0, 2).map((recoveryCode) => takeStep(step, { recoveryCode })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await portal.connection
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.user_id, account.userId));
    expect(left.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
  });

  it('is read in any spelling, works once in two tabs, and tells the owner how many are left', async () => {
    const account = await addAccount();
    const [code = ''] = account.codes;
    const [first, second] = [await openStep(account), await openStep(account)];
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const answers = await Promise.all([
      takeStep(first.step, { recoveryCode: typed }),
      takeStep(second.step, { recoveryCode: code }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const left = await portal.connection
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.user_id, account.userId));
    expect(left.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
    const told = await portal.connection
      .select({ about: mails.about })
      .from(mails)
      .where(and(eq(mails.user_id, account.userId), eq(mails.kind, 'recovery-code-used')));
    expect(told).toEqual([{ about: { codesLeft: 9 } }]);
  });
});

describe('wrong codes', () => {
  const tryWrong = (step: string, address?: string) => takeStep(step, { code: '000000' }, address);

  it('are limited to ten an hour from strange browsers, while a known browser and recovery stay with the owner', async () => {
    const account = await addAccount();
    const owner = await openStep(account);
    const known = cookieOf((await takeStep(owner.step, { code: codeAt(account.secret) })).cookies, 'known');
    const thief = await openStep(account);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await tryWrong(thief.step)).status).toBe(400);
    }
    const eleventh = await takeStep(thief.step, { code: codeAt(account.secret, Date.now() + STEP_MS) });
    const byRecovery = await takeStep(thief.step, { recoveryCode: account.codes[1] });
    expect([eleventh.status, byRecovery.status]).toEqual([429, 429]);

    const atHome = await openStep(account, { cookie: known ?? '' });
    const right = { code: codeAt(account.secret, Date.now() + STEP_MS) };
    expect((await takeStep(`${atHome.step}; ${known}`, right)).status).toBe(200);
  });

  it('tell the owner once, after the fifth, and each stands in the audit log', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    const told = () =>
      portal.connection
        .select()
        .from(mails)
        .where(and(eq(mails.user_id, account.userId), eq(mails.kind, 'second-step-refused')));
    for (let tries = 0; tries < 4; tries += 1) {
      await tryWrong(step);
    }
    expect(await told()).toHaveLength(0);
    await tryWrong(step);
    await tryWrong(step);
    expect(await told()).toHaveLength(1);
    const audited = await portal.connection
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'auth.login failed'), eq(auditLog.record, `user ${account.userId}`)));
    expect(audited).toHaveLength(6);
  });

  it('change nothing, and the step stays open', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    await tryWrong(step);

    expect((await takeStep(step, { code: codeAt(account.secret) })).status).toBe(200);
  });
});

describe('an open second step', () => {
  it('is over after ten minutes', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    await portal.connection
      .update(sessions)
      .set({ expires_at: new Date().toISOString() })
      .where(eq(sessions.user_id, account.userId));
    const { status, body } = await takeStep(step, { code: codeAt(account.secret) });

    expect([status, body.message]).toEqual([401, OVER]);
  });

  it.each([
    ['was made inactive', { User_Status: 0 }, 401],
    ['got another role', { user_role: 'admin' }, 200],
  ])('of an account that %s between the steps', async (_, change, status) => {
    const account = await addAccount();
    const { step } = await openStep(account);
    await portal.connection.update(users).set(change).where(eq(users.User_Id, account.userId));

    expect((await takeStep(step, { code: codeAt(account.secret) })).status).toBe(status);
  });

  it('refuses the code of a factor that was removed meanwhile', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    await portal.connection.delete(totpFactors).where(eq(totpFactors.user_id, account.userId));

    expect((await takeStep(step, { code: codeAt(account.secret) })).status).toBe(400);
  });

  it('is not taken by the code of an app or of a place that got another one while it was checked', async () => {
    const { userId } = await addAccount();
    const { database } = await import('#local/seed/whole-database.ts');
    const now = new Date();
    const id = crypto.randomUUID();
    await startSession(portal, userId, { id });
    const [app] = await portal.connection.select().from(totpFactors).where(eq(totpFactors.user_id, userId));
    const codesOf = () =>
      portal.connection.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
    const [first] = await codesOf();
    const spend = (spent: SpentFactor) => database.signIns.prove({ sessionId: id, userId }, spent, now);
    const code = { way: 'code', step: 7, resealed: { sealed: 'of the old app', keyId: '2' } } as const;
    const recovery = { way: 'recovery', place: first?.place ?? '' } as const;

    expect(await spend({ ...code, sealed: 'the app before' })).toBe(false);
    expect(await spend({ ...recovery, hash: 'the code before' })).toBe(false);
    expect(await portal.connection.select().from(totpFactors).where(eq(totpFactors.user_id, userId))).toEqual(
      [app],
    );
    expect((await codesOf()).filter(({ used_at }) => used_at !== null)).toEqual([]);
    expect(await spend({ ...recovery, hash: first?.hash ?? '' })).toBe(true);
    expect(await spend({ ...code, sealed: app?.sealed ?? '' })).toBe(true);
  });

  it('is not opened by a session, and a signed-in session is no open step', async () => {
    const account = await addAccount();
    const cookie = await startSession(portal, account.userId);

    expect((await takeStep(cookie, { code: codeAt(account.secret) })).status).toBe(401);
    expect((await takeStep('', { code: codeAt(account.secret) })).status).toBe(401);
  });

  it('ends by logging out', async () => {
    const account = await addAccount();
    const { step } = await openStep(account);
    await portal.call('POST', '/api/logout', { cookie: step });

    expect(await listSessions(account.userId)).toEqual([]);
  });
});

it('a wrong password tells nothing about a factor: its answer is the same, and nothing is opened', async () => {
  const [account, plain] = [
    await addAccount(),
    await addUser(portal, { User_Email: 'plain-of-step@example.com' }),
  ];
  const body = { password: 'wrong' };
  const answers = [
    await postFrom(portal, freshAddress(), '/api/login', { ...body, identifier: account.email }),
    await postFrom(portal, freshAddress(), '/api/login', {
      ...body,
      identifier: 'plain-of-step@example.com',
    }),
  ];

  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect(answers.map(({ status, cookies }) => [status, cookies])).toEqual([
    [401, []],
    [401, []],
  ]);
  expect(await listSessions(plain)).toEqual([]);
});
