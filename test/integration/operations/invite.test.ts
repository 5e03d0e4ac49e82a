import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailBlocks, mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { inviteCommand } from '#operations/invite/invite-command.ts';
import type { Terminal } from '#operations/terminal.ts';
import { readMail, readMailJob, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { makeMailbox, readLink } from '#test/support/portal/mailbox.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'A first password of 2026';

let portal: TestPortal;
let mailbox: ReturnType<typeof makeMailbox>;

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  mailbox = makeMailbox(portal.ses);
  mailbox.setAfterSending([]);
  process.env.DATA_DIR = portal.dataFolder;
});
afterAll(() => portal.stop());

/** Each test begins without clients, mails and earlier moments. */
beforeEach(async () => {
  await portal.connection.delete(users);
  await portal.connection.delete(jobs);
  await portal.connection.update(mailPace).set({ paused_at: null, free_at: new Date(0).toISOString() });
});

const addImported = async (user: Parameters<typeof addUser>[1] = {}) => {
  const email = `${crypto.randomUUID()}@example.com`;

  return { email, userId: await addUser(portal, { User_Email: email, origin: 'imported', ...user }) };
};

const addManyImported = (count: number) =>
  portal.connection.execute(sql`
    insert into users ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", origin)
    select 'Client', 'Number ' || place, 'client' || place || '@example.com', 'no password', 'imported'
    from generate_series(1, ${count}) as place`);

const run = async (answer: 'yes' | 'no' = 'yes', terminal?: Terminal) => {
  const recorded = makeRecordedTerminal([['Order', answer]]);
  const error = await inviteCommand(['local'], terminal ?? recorded.terminal).catch(({ message }) => message);

  return { shown: recorded.shown, error };
};

const listInvitations = () =>
  portal.connection.select().from(mails).where(eq(mails.kind, 'invite')).orderBy(asc(mails.user_id));

/** Orders and sends the invitation of the only imported client; returns its mail and links. */
const sendInvitation = async () => {
  await run();
  const [invitation] = await listInvitations();
  const mailId = invitation?.id ?? '';

  return {
    mailId,
    send: async () => {
      await portal.connection.update(jobs).set({ not_before: null }).where(eq(jobs.key, mailId));
      expect(await runMailJob(portal, mailId)).toBeUndefined();

      return readMail(portal, mailId);
    },
  };
};

const openInvitation = (email: string) => {
  const [mail] = mailbox.listMailsTo(email);
  if (!mail) {
    throw new Error(`${email} has no mail`);
  }

  return {
    mail,
    token: readLink(mail, '/reset-password').hash.slice(1),
    notMeToken: readLink(mail, '/not-me').hash.slice(1),
  };
};

describe('npm run invite', () => {
  it('an invitation with job and audit row is ordered for each imported client who needs one, and for nobody else', async () => {
    const invited = [await addImported(), await addImported({ User_Mailer_Email: false })];
    await addImported({ email_verified_at: new Date().toISOString() });
    await addImported({ User_Status: 0 });
    await addImported({ user_role: 'admin' });
    await addUser(portal, { origin: 'registered' });
    const blocked = await addImported();
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: blocked.userId, address: blocked.email, reason: 'bounce' });
    const signedIn = await addImported();
    await portal.connection.insert(auditLog).values({
      actor_id: signedIn.userId,
      action: 'auth.login',
      record: `user ${signedIn.userId}`,
      changes: [],
      address: '192.0.2.0/24',
    });

    const { shown, error } = await run();

    expect(error).toBeUndefined();
    expect(shown[0]).toBe('Clients to be invited: 2. Invitations that wait to be sent: 0.');
    expect(shown.at(-1)).toBe('Invitations that are ordered: 2. Nobody remains.');
    const ordered = await listInvitations();
    const ids = invited.map(({ userId }) => userId);
    expect(ordered.map(({ user_id }) => user_id)).toEqual(ids);
    for (const { id, user_id } of ordered) {
      expect(await readMailJob(portal, id)).toMatchObject({ kind: 'business-mail', payload: { mailId: id } });
      const rows = await portal.connection
        .select({ action: auditLog.action, actor: auditLog.actor_id, address: auditLog.address })
        .from(auditLog)
        .where(eq(auditLog.record, `user ${user_id}`));
      expect(rows).toEqual([{ action: 'operations.invite', actor: null, address: 'terminal' }]);
    }
  });

  it('each invitation is due 72 seconds after the one before, also behind those that wait', async () => {
    const before = Date.now();
    await addManyImported(2);
    await run();
    await addImported();
    await run();

    const rows = await portal.connection.select().from(jobs).orderBy(asc(jobs.not_before));
    const due = rows.map(({ not_before }) => Date.parse(not_before ?? ''));
    const [at = 0] = due;
    expect(due.map((each) => each - at)).toEqual([0, 72_000, 144_000]);
    expect(at).toBeGreaterThanOrEqual(before + 72_000);
  });

  it('nothing is written unless the operator says yes', async () => {
    await addImported();

    expect((await run('no')).error).toBe('Nobody was invited.');
    expect(await listInvitations()).toEqual([]);
  });

  it("a day's invitations are ordered with the number that remains, and the next run of that day orders none", async () => {
    await addManyImported(1_300);

    expect((await run()).shown.at(-1)).toBe(
      'Invitations that are ordered: 1\u00A0200. Remaining: 100. Run this again tomorrow, when these have left.',
    );
    expect((await run()).shown.at(-1)).toBe('Remaining: 100. Run this again tomorrow, when these have left.');
    expect(await listInvitations()).toHaveLength(1_200);
  });

  it('stopped after its first portion and started again, it invites each of 1,000 clients once', async () => {
    await addManyImported(1_000);
    const { terminal } = makeRecordedTerminal([['Order', 'yes']]);
    const stopped = await run('yes', {
      ...terminal,
      showProgress: () => {
        throw new Error('stopped');
      },
    });
    expect(stopped.error).toBe('stopped');
    expect(await listInvitations()).toHaveLength(100);

    expect((await run()).shown[0]).toBe('Clients to be invited: 900. Invitations that wait to be sent: 100.');
    const invited = (await listInvitations()).map(({ user_id }) => user_id);
    expect(invited).toHaveLength(1_000);
    expect(new Set(invited).size).toBe(1_000);
  });

  it('three commands at the same moment invite each client once', async () => {
    await addManyImported(350);

    await Promise.all([run(), run(), run()]);

    const invited = (await listInvitations()).map(({ user_id }) => user_id);
    expect(invited).toHaveLength(350);
    expect(new Set(invited).size).toBe(350);
  });

  it('an invitation is repeated after seven days, and at once if it was never sent', async () => {
    await addImported();
    await run();
    expect((await run()).shown[0]).toContain('Clients to be invited: 0.');

    await portal.connection.update(mails).set({ state: 'failed', reason: 'given-up' });
    await run();
    expect(await listInvitations()).toHaveLength(2);
    await portal.connection
      .update(mails)
      .set({ state: 'delivered', created_at: sql`created_at - interval '7 days 1 second'` });
    await run();
    expect(await listInvitations()).toHaveLength(3);
  });

  it('nobody is invited whose invitation still waits, or left in the last seven days, whenever it was ordered', async () => {
    await addImported();
    await run();
    const ordered = { created_at: new Date(Date.now() - 8 * DAY_MS).toISOString() };
    await portal.connection.update(mails).set(ordered);
    expect((await run()).shown[0]).toBe('Clients to be invited: 0. Invitations that wait to be sent: 1.');

    const left = { state: 'delivered', tried_at: new Date(Date.now() - 6 * DAY_MS).toISOString() };
    await portal.connection.update(mails).set(left);
    expect((await run()).shown[0]).toContain('Clients to be invited: 0.');
  });

  it('invitations are refused while they are paused', async () => {
    await addImported();
    await portal.connection
      .update(mailPace)
      .set({ paused_at: new Date().toISOString() })
      .where(eq(mailPace.share, 'invite'));

    expect((await run()).error).toMatch(/^Invitations are paused/);
    expect(await listInvitations()).toEqual([]);
  });
});

describe('Invite in the portal', () => {
  const invite = async (userId: number, headers: Record<string, string> = {}) => {
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const { status, body } = await portal.call('POST', `/api/admin/users/${userId}/invitation`, {
      cookie: admin.cookie,
      headers,
    });

    return { status, body, admin };
  };
  const readInvitation = async (userId: number, cookie: string) =>
    (await portal.call('GET', `/api/admin/users/${userId}/summary`, { cookie })).body.invitation;

  it('an administrator invites a client: mail, job and audit row are written, and the record says when', async () => {
    const { userId } = await addImported();
    const { status, admin } = await invite(userId);

    expect(status).toBe(202);
    const [invitation, ...others] = await listInvitations();
    expect([invitation?.user_id, others]).toEqual([userId, []]);
    expect(await readMailJob(portal, invitation?.id ?? '')).toMatchObject({ kind: 'business-mail' });
    const rows = await portal.connection
      .select({ action: auditLog.action, actor: auditLog.actor_id })
      .from(auditLog)
      .where(eq(auditLog.record, `user ${userId}`));
    expect(rows).toContainEqual({ action: 'users.invite', actor: admin.userId });
    expect(await readInvitation(userId, admin.cookie)).toEqual({
      obstacle: 'invited',
      invitedAt: invitation?.created_at,
    });
    expect((await run()).shown[0]).toContain('Clients to be invited: 0.');
  });

  it.each([
    ['has signed in', 'This client has already signed in.', {}, 'auth.login'],
    ['is verified', 'This address is verified.', { email_verified_at: new Date().toISOString() }],
    ['is inactive', 'This account is not active.', { User_Status: 0 }],
    ['is an administrator', 'Only clients are invited.', { user_role: 'admin' }],
    ['registered', 'This client registered and has a password.', { origin: 'registered' }],
  ] as const)(
    'an account that %s is not invited, by the command or by an administrator, who reads why',
    async (_, why, change, action?: string) => {
      const { userId } = await addImported(change);
      if (action) {
        const row = {
          actor_id: userId,
          action,
          record: `user ${userId}`,
          changes: [],
          address: '192.0.2.0/24',
        };
        await portal.connection.insert(auditLog).values(row);
      }

      const { status, body } = await invite(userId);

      expect([status, body.message]).toEqual([409, expect.stringContaining(why)]);
      expect((await run()).shown[0]).toContain('Clients to be invited: 0.');
      expect(await listInvitations()).toEqual([]);
    },
  );

  it('a client whose mail came back is not invited by an administrator', async () => {
    const { userId, email } = await addImported();
    await portal.connection.insert(mailBlocks).values({ user_id: userId, address: email, reason: 'bounce' });

    expect((await invite(userId)).body.message).toBe('Mail to this address is blocked.');
    expect(await listInvitations()).toEqual([]);
  });

  it('a client is invited once in seven days, whoever invites', async () => {
    const { userId } = await addImported();
    await run();

    const { status, body } = await invite(userId);
    expect([status, body.message]).toEqual([409, 'Invited today. A client is invited once in 7 days.']);

    const long = sql`created_at - interval '7 days 1 second'`;
    await portal.connection.update(mails).set({ state: 'delivered', created_at: long });
    expect((await invite(userId)).status).toBe(202);
    expect(await listInvitations()).toHaveLength(2);
  });

  it('of simultaneous requests one invites, and a repeated request gets the first answer', async () => {
    const { userId } = await addImported();
    const statuses = (await Promise.all([1, 2, 3].map(() => invite(userId)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([202, 409, 409]);

    const other = await addImported();
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const send = () =>
      portal.call('POST', `/api/admin/users/${other.userId}/invitation`, {
        cookie: admin.cookie,
        headers: { 'idempotency-key': 'b6a1c3a0-8f0e-4c57-9a57-0f6f5d1f4a11' },
      });
    expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
    expect(await listInvitations()).toHaveLength(2);
  });

  it('nobody is invited while invitations are paused', async () => {
    const { userId } = await addImported();
    await portal.connection
      .update(mailPace)
      .set({ paused_at: new Date().toISOString() })
      .where(eq(mailPace.share, 'invite'));

    expect((await invite(userId)).body.message).toMatch(/^Invitations are paused/);
    expect(await listInvitations()).toEqual([]);
  });
});

describe('an invitation', () => {
  it('an invitation brings a link of seven days, which sets the password, verifies the address and works once', async () => {
    const { email, userId } = await addImported();
    const { send } = await sendInvitation();
    const before = Date.now();
    expect(await send()).toMatchObject({ state: 'sent', recipient: email });

    const { mail, token } = openInvitation(email);
    expect(mail.text).toContain('7 days');
    const [link] = await portal.connection.select().from(linkTokens).where(eq(linkTokens.purpose, 'invite'));
    const days = (Date.parse(link?.expires_at ?? '') - before) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.01);
    const check = await portal.call('POST', '/api/password-reset/check', { body: { token } });
    expect([check.status, check.body]).toEqual([200, { purpose: 'invite' }]);
    const body = { token, User_Pass_Bkp: PASSWORD };
    const done = await portal.call('POST', '/api/password-reset/confirm', { body });
    expect([done.status, done.body]).toEqual([200, { User_Email: email }]);
    expect(done.headers.get('set-cookie')).toBeNull();

    const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
    expect(user?.email_verified_at).not.toBeNull();
    const signIn = { body: { identifier: email, password: PASSWORD } };
    expect((await portal.call('POST', '/api/login', signIn)).status).toBe(200);
    expect((await portal.call('POST', '/api/password-reset/confirm', { body })).status).toBe(410);
  });

  it('an invitation carries nothing that somebody typed', async () => {
    const { email } = await addImported({ User_Name: 'Thandeka', User_Org: 'Ubuntu Textiles' });
    await (await sendInvitation()).send();

    const { mail } = openInvitation(email);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/Thandeka|Ubuntu Textiles|OW\d{5}/);
  });

  it("an invitation to a wrong address is ended by the address's owner, and no mail goes there any more", async () => {
    const { email, userId } = await addImported();
    await (await sendInvitation()).send();
    const { token, notMeToken } = openInvitation(email);

    const refused = await portal.call('POST', '/api/not-me', { body: { token: notMeToken } });

    expect(refused.status).toBe(204);
    expect((await portal.call('POST', '/api/password-reset/check', { body: { token } })).status).toBe(410);
    const blocks = await portal.connection.select().from(mailBlocks).where(eq(mailBlocks.user_id, userId));
    expect(blocks).toMatchObject([{ address: email, reason: 'not-me' }]);
    await portal.connection
      .update(mails)
      .set({ created_at: new Date(Date.now() - 8 * DAY_MS).toISOString() });
    expect((await run()).shown[0]).toContain('Clients to be invited: 0.');
  });

  it('an invitation is skipped if somebody has signed in to the account meanwhile', async () => {
    const { userId } = await addImported();
    const { send } = await sendInvitation();
    await portal.connection.insert(auditLog).values({
      actor_id: userId,
      action: 'auth.login',
      record: `user ${userId}`,
      changes: [],
      address: '192.0.2.0/24',
    });

    expect(await send()).toMatchObject({ state: 'skipped', reason: 'outdated' });
  });

  it.each([
    ['is verified', { email_verified_at: new Date().toISOString() }, 'outdated'],
    ['is inactive', { User_Status: 0 }, 'account-gone'],
    ['is an administrator', { user_role: 'admin' }, 'not-verified'],
  ])('an invitation is skipped if the account meanwhile %s', async (_, change, reason) => {
    const { userId } = await addImported();
    const { send } = await sendInvitation();
    await portal.connection.update(users).set(change).where(eq(users.User_Id, userId));

    expect(await send()).toMatchObject({ state: 'skipped', reason });
  });

  it('an invitation is deleted with its account', async () => {
    const { userId } = await addImported();
    const { mailId } = await sendInvitation();
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    await portal.call('DELETE', `/api/admin/users/${userId}`, { cookie: admin.cookie });

    expect(await readMail(portal, mailId)).toBeUndefined();
    expect(await runMailJob(portal, mailId)).toBeUndefined();
  });

  it('an invitation goes to the address at the time of sending, and its link ends with a later change', async () => {
    const { userId } = await addImported();
    const { send } = await sendInvitation();
    const email = `${crypto.randomUUID()}@example.com`;
    await portal.connection.update(users).set({ User_Email: email }).where(eq(users.User_Id, userId));
    expect(await send()).toMatchObject({ state: 'sent', recipient: email });

    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    await portal.call('PUT', `/api/admin/users/${userId}`, {
      cookie: admin.cookie,
      body: { User_Email: `new-${email}` },
    });

    const { token } = openInvitation(email);
    expect((await portal.call('POST', '/api/password-reset/check', { body: { token } })).status).toBe(410);
  });
});
