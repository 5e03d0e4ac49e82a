import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { linkTokens, mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import {
  addAccount,
  addLink,
  askForAddress,
  linkCalls,
  listMails,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { makeRegistration, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let calls: ReturnType<typeof linkCalls>;

beforeAll(() => {
  calls = linkCalls(portal);
});

const ROUNDS = 6;

const edit = (userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie: admin.cookie, body });

/** Signs in with a password, and returns the answer's status. */
const trySignIn = async (identifier: string, password: string) =>
  (await portal.call('POST', '/api/login', { body: { identifier, password } })).status;

it('one use of two new links at once sets the password, and ends the other link', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await addAccount(portal);
    const [one, other] = [await addLink(portal, 'reset', owner), await addLink(portal, 'reset', owner)];

    const statuses = (
      await Promise.all([calls.reset(one, 'First-chosen-1'), calls.reset(other, 'Other-chosen-2')])
    ).map(({ status }) => status);

    expect(statuses.toSorted()).toEqual([204, 410]);
    const [wins, loses] =
      statuses[0] === 204 ? ['First-chosen-1', 'Other-chosen-2'] : ['Other-chosen-2', 'First-chosen-1'];
    expect(await trySignIn(owner.address, wins)).toBe(200);
    expect(await trySignIn(owner.address, loses)).toBe(401);
    const changed = (await listMails(portal, owner.userId)).filter(({ kind }) => kind === 'password-changed');
    expect(changed).toHaveLength(1);
  }
});

it('ten uses of one link at once set one password', async () => {
  const owner = await addAccount(portal);
  const token = await addLink(portal, 'reset', owner);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => calls.reset(token, `Chosen-by-caller-${index}`)),
  );

  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(9);
});

it('a reset, an administrator and a sign-in at once leave one password, and no session of the old one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await addAccount(portal);
    const token = await addLink(portal, 'reset', owner);

    const [reset, set, ...signedIn] = await Promise.all([
      calls.reset(token, 'Chosen-by-owner-1'),
      edit(owner.userId, { User_Pass_Bkp: 'Chosen-by-admin-2' }),
      trySignIn(owner.address, PASSWORD),
      trySignIn(owner.address, PASSWORD),
    ]);

    expect(set.status).toBe(200);
    expect([204, 410]).toContain(reset.status);
    for (const status of signedIn) {
      expect([200, 401]).toContain(status);
    }
    // Whoever came last has set the password, and both end what the old one had opened.
    expect(await countRows(portal, sessions, eq(sessions.user_id, owner.userId))).toBe(0);
    const opens = [
      await trySignIn(owner.address, 'Chosen-by-owner-1'),
      await trySignIn(owner.address, 'Chosen-by-admin-2'),
      await trySignIn(owner.address, PASSWORD),
    ];
    expect(opens.filter((status) => status === 200)).toHaveLength(1);
    expect(opens[2]).toBe(401);
    const isTemporary = (await readAccount(portal, owner.userId))?.must_change_password;
    expect(isTemporary).toBe(opens[1] === 200);
    expect(await countRows(portal, linkTokens, eq(linkTokens.user_id, owner.userId))).toBe(0);
    await portal.connection.delete(throttleCounters);
  }
});

it("lifting an account's blocks while somebody signs in to it ends in no deadlock", async () => {
  const { database } = await import('#local/seed/whole-database.ts');
  const { liftBlocks } = await import('#functions/domain/auth/sign-in-throttle.ts');
  const { userId } = await addAccount(portal);
  const ofAccount = { name: `account ${userId}`, limit: 100, windowSeconds: 900, userId };
  const typed = { name: `typed ${userId}`, limit: 10, windowSeconds: 900, userId };
  const address = { name: `address ${userId}`, limit: 100, windowSeconds: 900 };
  const counted = { buckets: [typed, address, ofAccount], address: '127.0.0.1' };
  // The counter that a sign-in reaches last is the first one in the table.
  for (const bucket of [ofAccount, typed, address]) {
    await database.throttle.take(bucket, new Date());
  }

  const { done } = await connectAsOwner().transaction(async (holder) => {
    await holder
      .select()
      .from(throttleCounters)
      .where(eq(throttleCounters.bucket, address.name))
      .for('update');
    const signIn = database.throttle.count(counted, new Date());
    await expect.poll(() => countBlockedStatements(portal)).toBe(1);
    const lift = liftBlocks(database.throttle, userId);
    await expect.poll(() => countBlockedStatements(portal)).toBe(2);

    return { done: Promise.allSettled([signIn, lift]) };
  });

  expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await countRows(portal, throttleCounters, eq(throttleCounters.user_id, userId))).toBe(0);
});

it('an address that is registered while a change to it is confirmed belongs to one account', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await addAccount(portal);
    const wanted = `${crypto.randomUUID()}@example.com`;
    const cookie = await startSession(portal, owner.userId);
    const token = await askForAddress(portal, owner.userId, wanted);

    const [changed, registered] = await Promise.all([
      calls.verify(token, cookie),
      portal.call('POST', '/api/register', { body: makeRegistration({ User_Email: wanted.toUpperCase() }) }),
    ]);

    expect([changed.status, registered.status]).toEqual(changed.status === 204 ? [204, 409] : [409, 201]);
    const holders = await portal.connection
      .select({ userId: users.User_Id })
      .from(users)
      .where(sql`lower(${users.User_Email}) = ${wanted.toLowerCase()}`);
    expect(holders).toHaveLength(1);
    expect((await readAccount(portal, owner.userId))?.User_Email).toBe(
      changed.status === 204 ? wanted : owner.address,
    );
  }
});

it('an account that is deleted while its link is used is gone, with its links and mails', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await addAccount(portal);
    await verifyEmail(portal, owner.userId);
    const token = await addLink(portal, 'reset', owner);

    const [reset, removed] = await Promise.all([
      calls.reset(token),
      portal.call('DELETE', `/api/admin/users/${owner.userId}`, admin),
    ]);

    expect(removed.status).toBe(204);
    expect([204, 410]).toContain(reset.status);
    expect(await readAccount(portal, owner.userId)).toBeUndefined();
    expect(await countRows(portal, mails, eq(mails.user_id, owner.userId))).toBe(0);
    expect(await countRows(portal, linkTokens, eq(linkTokens.user_id, owner.userId))).toBe(0);
  }
});

it('a change and its refusal at once leave the old address, or the new one without a block that holds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await addAccount(portal);
    const wanted = `${crypto.randomUUID()}@example.com`;
    const cookie = await startSession(portal, owner.userId);
    const change = await askForAddress(portal, owner.userId, wanted);
    const notMe = await addLink(portal, 'not-me', { userId: owner.userId, address: wanted });

    const statuses = (await Promise.all([calls.verify(change, cookie), calls.refuse(notMe)])).map(
      ({ status }) => status,
    );

    expect(statuses.toSorted()).toEqual([204, 410]);
    expect((await readAccount(portal, owner.userId))?.User_Email).toBe(
      statuses[0] === 204 ? wanted : owner.address,
    );
  }
});
