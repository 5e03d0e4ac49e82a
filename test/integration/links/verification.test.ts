import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { EMAIL_TAKEN } from '#shared/contract/auth.ts';
import { LINK_GONE } from '#shared/errors.ts';
import {
  addAccount,
  addLink,
  askForAddress,
  linkCalls,
  listAudit,
  listMails,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { addUser, makeRegistration, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

let calls: ReturnType<typeof linkCalls>;

beforeAll(() => {
  calls = linkCalls(portal);
});

const GONE = { status: 410, body: { code: 'gone', message: LINK_GONE } };

const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Adds an account that is signed in. */
const addOwner = async (change: Parameters<typeof addUser>[1] = {}) => {
  const account = await addAccount(portal, change);

  return { ...account, cookie: await startSession(portal, account.userId) };
};

const hasContactJob = async (userId: number) =>
  (await countRows(portal, jobs, and(eq(jobs.kind, 'helpdesk-contact'), eq(jobs.key, String(userId))))) === 1;

describe('the verification of an address', () => {
  it('an address is verified once, by its link and a session of the account', async () => {
    const { userId, address, cookie } = await addOwner({ User_Support_Id: 910_001 });
    const token = await addLink(portal, 'verify', { userId, address });
    expect((await calls.checkVerification(token)).status).toBe(204);

    expect((await calls.verify(token, cookie)).status).toBe(204);

    expect(await readAccount(portal, userId)).toMatchObject({
      User_Email: address,
      email_verified_at: expect.any(String),
      version: 1,
    });
    expect(await hasContactJob(userId)).toBe(true);
    expect(await listAudit(portal, userId)).toEqual([{ action: 'links.verify', actor: userId, changes: [] }]);
    expect(await listMails(portal, userId)).toEqual([]);
    expect((await portal.call('GET', '/api/user', { cookie })).body).toMatchObject({ emailVerified: true });
    expect(await calls.verify(token, cookie)).toMatchObject(GONE);
  });

  it('a verification answers 401 without a session of this account, and does not use up the link', async () => {
    const { userId, address, cookie } = await addOwner();
    const stranger = await addOwner();
    const token = await addLink(portal, 'verify', { userId, address });

    for (const presented of [undefined, stranger.cookie, 'session=forged']) {
      expect(await calls.verify(token, presented)).toMatchObject({
        status: 401,
        body: { message: 'Please sign in to the account that this mail is about.' },
      });
    }
    await portal.connection.delete(sessions).where(eq(sessions.user_id, userId));
    expect((await calls.verify(token, cookie)).status).toBe(401);

    expect((await readAccount(portal, userId))?.email_verified_at).toBeNull();
    expect((await calls.verify(token, await startSession(portal, userId))).status).toBe(204);
  });

  it('a verification ends the other links about the address, but not a reset or a requested change', async () => {
    const { userId, address, cookie } = await addOwner();
    const token = await addLink(portal, 'verify', { userId, address });
    const second = await addLink(portal, 'verify', { userId, address });
    const notMe = await addLink(portal, 'not-me', { userId, address });
    const reset = await addLink(portal, 'reset', { userId, address });
    const change = await askForAddress(portal, userId, newAddress());

    await calls.verify(token, cookie);

    expect(await calls.checkVerification(second)).toMatchObject(GONE);
    expect(await calls.refuse(notMe)).toMatchObject(GONE);
    expect((await calls.checkReset(reset)).status).toBe(204);
    expect((await calls.checkVerification(change)).status).toBe(204);
  });
});

describe('the change of an address', () => {
  it('a change of address needs link and session, keeps the typed spelling, and ends the sessions that did not ask', async () => {
    const { userId, address, cookie } = await addOwner({ User_Support_Id: 910_002 });
    const other = await startSession(portal, userId);
    const wanted = `Lerato.${newAddress()}`;
    const token = await askForAddress(portal, userId, wanted);
    expect((await calls.checkVerification(token)).status).toBe(204);

    expect((await calls.verify(token, cookie)).status).toBe(204);

    expect(await readAccount(portal, userId)).toMatchObject({
      User_Email: wanted,
      pending_email: null,
      pending_email_at: null,
      email_verified_at: expect.any(String),
      version: 2,
    });
    expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(200);
    expect((await portal.call('GET', '/api/user', { cookie: other })).status).toBe(401);
    expect(await hasContactJob(userId)).toBe(true);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'links.verify', actor: userId, changes: ['User_Email'] },
    ]);
    // The old address was never verified, so it may be a stranger's.
    expect(await listMails(portal, userId)).toEqual([]);
    expect(address).not.toBe(wanted);
  });

  it('a change of address answers 401 if nobody, or somebody else, is signed in, and does not use up the link', async () => {
    const stranger = await addOwner();
    const { userId, address, cookie } = await addOwner();
    const token = await askForAddress(portal, userId, newAddress());
    for (const presented of [undefined, stranger.cookie]) {
      expect(await calls.verify(token, presented)).toMatchObject({
        status: 401,
        body: { message: 'Please sign in to the account that this mail is about.' },
      });
    }

    expect(await readAccount(portal, userId)).toMatchObject({ User_Email: address, email_verified_at: null });
    expect((await calls.verify(token, cookie)).status).toBe(204);
  });

  it('the old address is told of its change if it was verified', async () => {
    const { userId, address, cookie } = await addOwner();
    await verifyEmail(portal, userId);
    await calls.verify(await askForAddress(portal, userId, newAddress()), cookie);

    expect(await listMails(portal, userId)).toEqual([
      { kind: 'address-changed', recipient: address, about: {}, job: 'queued' },
    ]);
  });

  it('a change of address lifts the blocks of addresses whose mail came back, and none that a stranger asked for', async () => {
    const { userId, address, cookie } = await addOwner();
    const strangers = newAddress();
    await portal.connection.insert(mailBlocks).values([
      { user_id: userId, address, reason: 'bounce' },
      { user_id: userId, address: strangers, reason: 'not-me' },
    ]);

    await calls.verify(await askForAddress(portal, userId, newAddress()), cookie);

    expect(
      await portal.connection
        .select({ address: mailBlocks.address })
        .from(mailBlocks)
        .where(eq(mailBlocks.user_id, userId)),
    ).toEqual([{ address: strangers }]);
  });

  it('a change of address ends every other link of the account', async () => {
    const { userId, address, cookie } = await addOwner();
    const reset = await addLink(portal, 'reset', { userId, address });
    const wanted = newAddress();
    const notMe = await addLink(portal, 'not-me', { userId, address: wanted });

    await calls.verify(await askForAddress(portal, userId, wanted), cookie);

    expect(await calls.reset(reset)).toMatchObject(GONE);
    expect(await calls.refuse(notMe)).toMatchObject(GONE);
    expect(await countRows(portal, linkTokens, eq(linkTokens.user_id, userId))).toBe(0);
  });

  it('a change to an address that somebody registered meanwhile, in any case, answers 409 and changes nothing', async () => {
    const { userId, address, cookie } = await addOwner();
    const wanted = newAddress();
    const token = await askForAddress(portal, userId, wanted);
    await addUser(portal, { User_Email: wanted.toUpperCase() });

    expect(await calls.verify(token, cookie)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: EMAIL_TAKEN },
    });

    expect(await readAccount(portal, userId)).toMatchObject({ User_Email: address, pending_email: wanted });
    expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(200);
  });

  it('a change of address is refused once another address was asked for', async () => {
    const { userId, address, cookie } = await addOwner();
    const first = await askForAddress(portal, userId, newAddress());
    const second = await askForAddress(portal, userId, newAddress());

    expect(await calls.verify(first, cookie)).toMatchObject(GONE);
    expect((await readAccount(portal, userId))?.User_Email).toBe(address);
    expect((await calls.verify(second, cookie)).status).toBe(204);
  });

  it('a change of address is refused once an administrator changed address or password, or deactivated the account', async () => {
    const cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
    for (const edit of [
      { User_Email: newAddress() },
      { User_Pass_Bkp: 'Set-by-an-admin-3' },
      { User_Status: 0 },
    ]) {
      const { userId } = await addOwner();
      const token = await askForAddress(portal, userId, newAddress());
      const answer = await portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body: edit });

      expect(answer).toMatchObject({ status: 200, body: { pendingEmail: null } });
      expect(await calls.verify(token)).toMatchObject(GONE);
    }
  });

  it('a change of address stays possible after an edit that leaves address, password and status alone', async () => {
    const cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
    const { userId, address, cookie: owners } = await addOwner();
    const token = await askForAddress(portal, userId, newAddress());
    for (const edit of [{ User_Town: 'Paarl' }, { User_Email: address.toUpperCase() }]) {
      await portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body: edit });
    }

    expect((await calls.verify(token, owners)).status).toBe(204);
  });
});

describe('a link for another purpose', () => {
  it.each(['reset', 'not-me', 'not-asked'] as const)(
    'a link verifies nothing if it is for %s',
    async (purpose) => {
      const { userId, address, cookie } = await addOwner();
      const token = await addLink(portal, purpose, { userId, address });

      expect(await calls.checkVerification(token)).toMatchObject(GONE);
      expect(await calls.verify(token, cookie)).toMatchObject(GONE);
      expect((await readAccount(portal, userId))?.email_verified_at).toBeNull();
    },
  );

  it.each(['reset', 'verify', 'change'] as const)('a link stops no mail if it is for %s', async (purpose) => {
    const { userId, address } = await addOwner();
    const token = await addLink(portal, purpose, { userId, address });

    expect(await calls.refuse(token)).toMatchObject(GONE);
    expect(await countRows(portal, mailBlocks, eq(mailBlocks.user_id, userId))).toBe(0);
  });

  it.each(['verify', 'change', 'not-me'] as const)('an expired link does nothing: %s', async (purpose) => {
    const { userId, address, cookie } = await addOwner();
    const token = await addLink(portal, purpose, { userId, address, seconds: -1 });

    expect(await calls.verify(token, cookie)).toMatchObject(GONE);
    expect(await calls.refuse(token)).toMatchObject(GONE);
  });
});

describe('a mail that reached somebody else', () => {
  it('a refusal ends the links and the change of this address, stops mail to it and is audited without an actor', async () => {
    const { userId, address } = await addOwner();
    const wanted = `Somebody.${newAddress()}`;
    const change = await askForAddress(portal, userId, wanted);
    const reset = await addLink(portal, 'reset', { userId, address });
    const notMe = await addLink(portal, 'not-me', { userId, address: wanted });

    expect((await calls.refuse(notMe)).status).toBe(204);

    expect(await calls.verify(change)).toMatchObject(GONE);
    expect(await readAccount(portal, userId)).toMatchObject({ User_Email: address, pending_email: null });
    expect(
      await portal.connection.select().from(mailBlocks).where(eq(mailBlocks.user_id, userId)),
    ).toMatchObject([{ address: wanted.toLowerCase(), reason: 'not-me' }]);
    expect(await listAudit(portal, userId)).toEqual([{ action: 'links.not-me', actor: null, changes: [] }]);
    expect((await calls.checkReset(reset)).status).toBe(204);
    expect(await calls.refuse(notMe)).toMatchObject(GONE);
  });

  it('a refusal blocks the address of an imported account, which the account shows, and ends its links', async () => {
    const { userId, address, cookie } = await addOwner({ origin: 'imported' });
    const verify = await addLink(portal, 'verify', { userId, address });
    const reset = await addLink(portal, 'reset', { userId, address });

    await calls.refuse(await addLink(portal, 'not-me', { userId, address }));

    expect((await portal.call('GET', '/api/user', { cookie })).body).toMatchObject({ mail: 'blocked' });
    expect(await calls.verify(verify, cookie)).toMatchObject(GONE);
    expect(await calls.checkReset(reset)).toMatchObject(GONE);
  });

  it('an address that is blocked already keeps its one block', async () => {
    const { userId, address } = await addOwner({ origin: 'imported' });
    await portal.connection.insert(mailBlocks).values({ user_id: userId, address, reason: 'bounce' });
    await calls.refuse(await addLink(portal, 'not-me', { userId, address }));

    const blocks = await portal.connection.select().from(mailBlocks).where(eq(mailBlocks.user_id, userId));
    expect(blocks.map(({ reason }) => reason)).toEqual(['not-me']);
  });
});

describe('a registration with an address that its owner refuses', () => {
  const refuse = async ({ userId, address }: { userId: number; address: string }) =>
    calls.refuse(await addLink(portal, 'not-me', { userId, address }));

  it('a refused registration is deactivated, its sessions and links end, and its address is free for its owner', async () => {
    const planted = await addOwner();
    const verify = await addLink(portal, 'verify', planted);
    const reset = await addLink(portal, 'reset', planted);

    expect((await refuse(planted)).status).toBe(204);

    const account = await readAccount(portal, planted.userId);
    expect(account).toMatchObject({
      User_Status: 0,
      User_Email: `not-me+${account?.OWNumber}@owconnect.example`,
      email_verified_at: null,
      version: 2,
    });
    expect((await portal.call('GET', '/api/user', planted)).status).toBe(401);
    expect(await calls.verify(verify, planted.cookie)).toMatchObject(GONE);
    expect(await calls.checkReset(reset)).toMatchObject(GONE);
    expect(await listAudit(portal, planted.userId)).toEqual([
      { action: 'links.not-me', actor: null, changes: { User_Email: null, User_Status: 0 } },
    ]);
    const owner = makeRegistration({ User_Email: planted.address.toUpperCase() });
    expect((await portal.call('POST', '/api/register', { body: owner })).status).toBe(201);
  });

  it('a refused registration loses its address at the helpdesk, too', async () => {
    const planted = await addOwner({ User_Support_Id: 910_009 });
    await refuse(planted);

    expect(await hasContactJob(planted.userId)).toBe(true);
  });

  it('each administrator with a verified address is told of a refused registration', async () => {
    const adminId = await addUser(portal, {
      user_role: 'admin',
      email_verified_at: new Date().toISOString(),
    });
    await portal.connection.delete(throttleCounters);
    const planted = await addOwner();

    await refuse(planted);

    expect(await listMails(portal, adminId)).toMatchObject([
      { kind: 'registration-refused', about: { userId: planted.userId }, job: 'queued' },
    ]);
  });

  it('a refused address becomes free even if somebody has registered the one that the account would keep', async () => {
    const planted = await addOwner();
    const { OWNumber } = (await readAccount(portal, planted.userId)) ?? {};
    await addUser(portal, { User_Email: `Not-me+${OWNumber}@owconnect.example` });

    expect((await refuse(planted)).status).toBe(204);
    expect((await readAccount(portal, planted.userId))?.User_Email).toMatch(/^[\w-]{36}\.not-me\+OW/);
  });

  it.each([
    ['was verified', { email_verified_at: new Date().toISOString() }],
    ['was imported', { origin: 'imported' }],
    ['is of an administrator', { user_role: 'admin' }],
  ] as const)(
    'a registration keeps its account and address if it %s; only its mail stops',
    async (_, change) => {
      const { userId, address, cookie } = await addOwner(change);
      await refuse({ userId, address });

      expect(await readAccount(portal, userId)).toMatchObject({ User_Status: 1, User_Email: address });
      expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(200);
      expect(await countRows(portal, mailBlocks, eq(mailBlocks.user_id, userId))).toBe(1);
    },
  );

  it('an account stays if the refused address is one that it asked for', async () => {
    const { userId, address } = await addOwner();
    const wanted = newAddress();
    await askForAddress(portal, userId, wanted);
    await refuse({ userId, address: wanted });

    expect(await readAccount(portal, userId)).toMatchObject({ User_Status: 1, User_Email: address });
  });
});

describe('a mail for a new password that its owner did not ask for', () => {
  it('a refused mail ends the links for a new password, and leaves address and other links alone', async () => {
    const { userId, address, cookie } = await addOwner();
    const verify = await addLink(portal, 'verify', { userId, address });
    const reset = await addLink(portal, 'reset', { userId, address });
    const notAsked = await addLink(portal, 'not-asked', { userId, address });

    expect((await calls.refuse(notAsked)).status).toBe(204);

    expect(await calls.checkReset(reset)).toMatchObject(GONE);
    expect(await readAccount(portal, userId)).toMatchObject({ User_Status: 1, User_Email: address });
    expect(await countRows(portal, mailBlocks, eq(mailBlocks.user_id, userId))).toBe(0);
    expect((await calls.verify(verify, cookie)).status).toBe(204);
    expect(await calls.refuse(notAsked)).toMatchObject(GONE);
  });
});

describe('what is written about links', () => {
  it('no log line, audit row or payload has a token, an address or a password', async () => {
    const { userId, address, cookie } = await addOwner();
    const wanted = newAddress();
    const tokens = [
      await addLink(portal, 'verify', { userId, address }),
      await askForAddress(portal, userId, wanted),
      await addLink(portal, 'not-me', { userId, address: wanted }),
    ];
    await calls.verify(tokens[0], cookie);
    await calls.verify(tokens[1], cookie);
    await calls.refuse(tokens[2]);
    await calls.ask(wanted);
    const reset = await addLink(portal, 'reset', { userId, address: wanted });
    await calls.reset(reset);

    const { rows: written } = await portal.connection.execute(
      sql`select row_to_json(audit_log)::text as row from audit_log union all select row_to_json(jobs)::text from jobs`,
    );
    const text = `${JSON.stringify(written)} ${portal.heard.log.join('')}`;
    expect(text).toContain('links.verify');
    for (const secret of [...tokens, reset, address, wanted, wanted.toLowerCase()]) {
      expect(text).not.toContain(secret);
    }
  });
});
