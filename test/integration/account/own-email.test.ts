import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { EMAIL_BLOCKED, WRONG_PASSWORD } from '#shared/contract/account.ts';
import { EMAIL_TAKEN } from '#shared/contract/auth.ts';
import {
  addLink,
  askForAddress,
  listAudit,
  listMails,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { addCaller, PASSWORD } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
});

const newEmail = () => `${crypto.randomUUID()}@example.com`;

const ask = (cookie: string, User_Email: unknown, currentPassword: unknown = PASSWORD) =>
  portal.call('POST', '/api/user/email', { cookie, body: { User_Email, currentPassword } });

const listLinks = ({ userId }: { userId: number }) =>
  portal.connection
    .select({ purpose: linkTokens.purpose, address: linkTokens.address })
    .from(linkTokens)
    .where(eq(linkTokens.user_id, userId));

describe('asking for another email address', () => {
  it('an asked address waits for its link, is shown, and the account keeps its own meanwhile', async () => {
    const client = await addCaller(portal, 'client');
    const wanted = `Naledi.${newEmail()}`;

    expect(await ask(client.cookie, wanted)).toMatchObject({ status: 202 });

    expect(await readAccount(portal, client.userId)).toMatchObject({
      User_Email: client.email,
      pending_email: wanted,
      version: 1,
    });
    expect((await portal.call('GET', '/api/user', client)).body).toMatchObject({
      User_Email: client.email,
      pendingEmail: wanted,
    });
  });

  it('a request for another address orders a mail with the link to the new one, and a notice to the old one', async () => {
    const client = await addCaller(portal, 'client');
    const wanted = newEmail();

    await ask(client.cookie, wanted);

    expect(await listMails(portal, client.userId)).toEqual([
      { kind: 'change', recipient: wanted, about: {}, job: 'queued' },
      { kind: 'change-asked', recipient: client.email, about: {}, job: 'queued' },
    ]);
    const stored = await portal.connection.select().from(mails).where(eq(mails.user_id, client.userId));
    expect(stored.map(({ key, kind, id }) => key === `${kind}:${id}`)).toEqual([true, true]);
  });

  it("a request for another address is audited by the field's name and no address", async () => {
    const client = await addCaller(portal, 'client');

    await ask(client.cookie, newEmail());

    expect(await listAudit(portal, client.userId)).toEqual([
      { action: 'account.change-email', actor: client.userId, changes: ['User_Email'] },
    ]);
  });

  it('a later request replaces an earlier one with its links, and keeps a link about the present address', async () => {
    const client = await addCaller(portal, 'client');
    const { userId, email } = client;
    const earlier = newEmail();
    await askForAddress(portal, userId, earlier);
    await addLink(portal, 'not-me', { userId, address: earlier });
    await addLink(portal, 'not-me', { userId, address: email.toUpperCase() });
    await addLink(portal, 'verify', { userId, address: email });
    const wanted = newEmail();

    await ask(client.cookie, wanted);

    expect(await readAccount(portal, userId)).toMatchObject({ pending_email: wanted });
    expect((await listLinks(client)).map(({ purpose }) => purpose).toSorted()).toEqual(['not-me', 'verify']);
  });

  it('an address that another account has is refused with 409 at the field, and nothing changes', async () => {
    const client = await addCaller(portal, 'client');
    const other = await addCaller(portal, 'client');
    const earlier = newEmail();
    await askForAddress(portal, client.userId, earlier);

    expect(await ask(client.cookie, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { fields: { User_Email: EMAIL_TAKEN } },
    });

    expect(await readAccount(portal, client.userId)).toMatchObject({ pending_email: earlier });
    expect(await listLinks(client)).toEqual([{ purpose: 'change', address: earlier }]);
    expect(await listMails(portal, client.userId)).toEqual([]);
    expect(await listAudit(portal, client.userId)).toEqual([]);
  });

  it('an address to which mail is stopped is refused with 409 at the field, and nothing changes', async () => {
    const client = await addCaller(portal, 'client');
    const wanted = newEmail();
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: client.userId, address: wanted, reason: 'not-me' });

    expect(await ask(client.cookie, wanted.toUpperCase())).toMatchObject({
      status: 409,
      body: { fields: { User_Email: EMAIL_BLOCKED } },
    });

    expect(await readAccount(portal, client.userId)).toMatchObject({ pending_email: null });
    expect(await listMails(portal, client.userId)).toEqual([]);
  });

  it("the account's own address, in whatever case, is refused with 409 at the field", async () => {
    const client = await addCaller(portal, 'client');

    expect(await ask(client.cookie, client.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { fields: { User_Email: 'This is your email address already.' } },
    });
    expect(await readAccount(portal, client.userId)).toMatchObject({ pending_email: null });
  });

  it('a wrong password is refused with 400 at its field, as a failed sign-in', async () => {
    const client = await addCaller(portal, 'client');

    expect(await ask(client.cookie, newEmail(), 'wrong')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: WRONG_PASSWORD } },
    });

    expect(await readAccount(portal, client.userId)).toMatchObject({ pending_email: null });
    expect(await listAudit(portal, client.userId)).toMatchObject([{ action: 'auth.login failed' }]);
  });

  it.each([
    ['a comment', 'naledi(work)@example.com'],
    ['quotes', '"naledi x"@example.com'],
    ['a letter with an accent before the @', 'nalédi@example.com'],
    ['another header', 'naledi@example.com\r\nBcc: all@example.com'],
    ['a second address', 'naledi@example.com,other@example.com'],
    ['something that is no text', 7],
  ])('an address with %s is refused with 400 at its field', async (_, wanted) => {
    const client = await addCaller(portal, 'client');

    expect(await ask(client.cookie, wanted)).toMatchObject({
      status: 400,
      body: { fields: { User_Email: expect.any(String) } },
    });
    expect(await listMails(portal, client.userId)).toEqual([]);
  });

  it('five requests an hour of an account are taken, and the sixth is answered with 429', async () => {
    const client = await addCaller(portal, 'client');
    for (const _ of Array.from({ length: 5 })) {
      expect((await ask(client.cookie, newEmail())).status).toBe(202);
    }

    const refused = await ask(client.cookie, newEmail());

    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(900);
    expect(await listMails(portal, client.userId)).toHaveLength(10);
    const admin = await addCaller(portal, 'admin');
    const path = `/api/admin/users/${client.userId}`;
    expect((await portal.call('GET', path, admin)).body).toMatchObject({ signInBlockedUntil: null });
  });

  const askFrom = async (address: string) => {
    const { cookie } = await addCaller(portal, 'client');
    // A wrong password is counted as well, and costs no mail.
    const body = { User_Email: newEmail(), currentPassword: 'wrong' };

    return (await postFrom(portal, address, '/api/user/email', body, { cookie })).status;
  };

  it('twenty requests an hour from a network address are taken', async () => {
    for (const _ of Array.from({ length: 20 })) {
      expect(await askFrom('127.0.0.9')).toBe(400);
    }

    expect(await askFrom('127.0.0.9')).toBe(429);
    expect(await askFrom('127.0.0.10')).toBe(400);
  });

  it('sixty requests an hour from a network are taken', async () => {
    expect(await askFrom('127.0.0.9')).toBe(400);
    await portal.connection.update(throttleCounters).set({ count: 60 }).where(eq(throttleCounters.limit, 60));

    expect(await askFrom('127.0.0.10')).toBe(429);
    expect(await askFrom('127.0.2.9')).toBe(400);
  });

  it('two requests at the same moment leave one address, with a mail for each', async () => {
    const client = await addCaller(portal, 'client');
    const wanted = [newEmail(), newEmail()];

    const answers = await Promise.all(wanted.map((address) => ask(client.cookie, address)));

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(wanted).toContain((await readAccount(portal, client.userId))?.pending_email);
    expect(await listMails(portal, client.userId)).toHaveLength(4);
  });
});

describe('keeping the present email address', () => {
  it('a kept address ends the change with its links, once', async () => {
    const client = await addCaller(portal, 'client');
    await askForAddress(portal, client.userId, newEmail());
    const keep = () => portal.call('DELETE', '/api/user/email', client);

    expect([(await keep()).status, (await keep()).status]).toEqual([204, 204]);

    expect(await readAccount(portal, client.userId)).toMatchObject({
      User_Email: client.email,
      pending_email: null,
      pending_email_at: null,
    });
    expect(await listLinks(client)).toEqual([]);
    expect(await listAudit(portal, client.userId)).toEqual([
      { action: 'account.keep-email', actor: client.userId, changes: [] },
    ]);
  });
});

describe('asking again for the mail that verifies an address', () => {
  const verify = (cookie: string) => portal.call('POST', '/api/user/verification', { cookie });

  it('a repeated verification mail goes to the address of the account', async () => {
    const client = await addCaller(portal, 'client');

    expect((await verify(client.cookie)).status).toBe(202);

    expect(await listMails(portal, client.userId)).toEqual([
      { kind: 'verify', recipient: client.email, about: {}, job: 'queued' },
    ]);
  });

  it('a repeated verification mail is refused with 409 once the address is verified, and nothing is ordered', async () => {
    const client = await addCaller(portal, 'client');
    await verifyEmail(portal, client.userId);

    expect((await verify(client.cookie)).status).toBe(409);
    expect(await listMails(portal, client.userId)).toEqual([]);
  });

  it('five verification mails an hour can be asked for, apart from those for another address', async () => {
    const client = await addCaller(portal, 'client');
    for (const _ of Array.from({ length: 5 })) {
      expect((await verify(client.cookie)).status).toBe(202);
    }

    expect((await verify(client.cookie)).status).toBe(429);
    expect((await ask(client.cookie, newEmail())).status).toBe(202);
  });
});
