import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import {
  addAccount,
  addLink,
  askForAddress,
  linkCalls,
  listMails,
  NEW_PASSWORD,
  readAccount,
} from '#test/support/links/links.ts';
import { type addUser, makeRegistration, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

/** Ways to take over an account by a link, or to learn of one, and what the portal answers to each (D46). */

let calls: ReturnType<typeof linkCalls>;

beforeAll(() => {
  calls = linkCalls(portal);
});
beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
});

const newAddress = () => `${crypto.randomUUID()}@example.com`;

const addVictim = async (change: Parameters<typeof addUser>[1] = {}) => {
  const account = await addAccount(portal, change);

  return { ...account, cookie: await startSession(portal, account.userId) };
};

const editAs = (cookie: string, userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body });

const stillOpensWith = async (identifier: string, password: string) => {
  await expect(portal.signIn(identifier, password)).resolves.toContain('session=');
};

describe('a stranger who has no mailbox and no session', () => {
  it("a stranger who types another address than the account's makes no mail leave for it", async () => {
    const { userId, address } = await addVictim();
    await calls.ask(address.toUpperCase());
    expect((await calls.ask(`${address},eve@example.com`)).status).toBe(400);
    // A domain in Cyrillic letters that look alike is another domain, of whose account nothing is known.
    expect((await calls.ask(address.replace('example', 'ехample'))).status).toBe(202);

    expect((await listMails(portal, userId)).map(({ recipient }) => recipient)).toEqual([address]);
  });

  it('a stranger who sends the headers of another host gets nothing of them stored with the mail', async () => {
    const { userId, address } = await addVictim();
    await portal.call('POST', '/api/password-reset', {
      body: { User_Email: address },
      headers: { 'x-forwarded-host': 'eve.example', forwarded: 'host=eve.example' },
    });

    const stored = await portal.connection.select().from(mails).where(eq(mails.user_id, userId));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('eve.example');
  });

  it('a stranger who guesses tokens gets 410 each time, like for one that was used', async () => {
    const { userId, address } = await addVictim();
    const used = await addLink(portal, 'reset', { userId, address });
    await calls.reset(used);
    const answers = [(await calls.reset(used)).body];
    for (let count = 0; count < 20; count += 1) {
      const guess = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
      answers.push((await calls.reset(guess)).body);
    }

    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('a stranger who posts a link from another site gets 403, and the link still holds', async () => {
    const { userId, address } = await addVictim();
    const token = await addLink(portal, 'reset', { userId, address });
    const body = { token, User_Pass_Bkp: NEW_PASSWORD };
    const headers = { origin: 'https://eve.example' };

    expect((await portal.call('POST', '/api/password-reset/confirm', { body, headers })).status).toBe(403);
    expect((await calls.checkReset(token)).status).toBe(204);
  });

  it("a stranger who floods an account with mail causes five an hour, and the owner's sign-in stays open", async () => {
    const { userId, address } = await addVictim();
    for (let count = 0; count < 12; count += 1) {
      await calls.ask(address);
    }

    expect(await listMails(portal, userId)).toHaveLength(5);
    await stillOpensWith(address, PASSWORD);
  });
});

describe("a program that follows a mail's links", () => {
  it("a program that opens a mail's links and asks whether they hold uses none up", async () => {
    const { userId, address, cookie } = await addVictim();
    const reset = await addLink(portal, 'reset', { userId, address });
    const change = await askForAddress(portal, userId, newAddress());
    for (const path of ['/api/password-reset/confirm', '/api/email-verification', '/api/not-me']) {
      expect((await portal.call('GET', `${path}?token=${reset}`)).status).toBe(404);
    }
    for (let count = 0; count < 3; count += 1) {
      expect((await calls.checkReset(reset)).status).toBe(204);
      expect((await calls.checkVerification(change)).status).toBe(204);
    }

    expect((await readAccount(portal, userId))?.User_Email).toBe(address);
    expect((await calls.verify(change, cookie)).status).toBe(204);
  });
});

describe("a stranger who registered with the victim's address", () => {
  it('a stranger who hopes that the victim verifies an address by a click gets 401 without a session of the account', async () => {
    const planted = await addVictim();
    const victim = await addVictim();
    const token = await addLink(portal, 'verify', { userId: planted.userId, address: planted.address });

    expect((await calls.verify(token)).status).toBe(401);
    expect((await calls.verify(token, victim.cookie)).status).toBe(401);
    expect((await readAccount(portal, planted.userId))?.email_verified_at).toBeNull();
  });

  it('a stranger loses the account to whoever has the mailbox: a reset ends the sessions and the old password', async () => {
    const planted = await addVictim();
    await calls.reset(await addLink(portal, 'reset', planted));

    expect((await portal.call('GET', '/api/user', planted)).status).toBe(401);
    await expect(portal.signIn(planted.address, PASSWORD)).rejects.toThrow('401');
  });

  it('a stranger loses the account once the victim says that it is not them, and the victim registers', async () => {
    const planted = await addVictim();
    await calls.refuse(await addLink(portal, 'not-me', planted));

    expect((await portal.call('GET', '/api/user', planted)).status).toBe(401);
    await expect(portal.signIn(planted.address, PASSWORD)).rejects.toThrow('401');
    const body = makeRegistration({ User_Email: planted.address });
    expect((await portal.call('POST', '/api/register', { body })).status).toBe(201);
  });

  it("a stranger who asks for the victim's address from an account of their own and hopes for a click gets 401", async () => {
    const stranger = await addVictim();
    const change = await askForAddress(portal, stranger.userId, newAddress());
    const victim = await addVictim();

    for (const cookie of [undefined, victim.cookie]) {
      expect((await calls.verify(change, cookie)).status).toBe(401);
    }
    expect((await readAccount(portal, stranger.userId))?.User_Email).toBe(stranger.address);
  });
});

describe("a stranger who found the victim's browser signed in", () => {
  it('asked for a change of address, and confirms it after the victim set a new password by a link: 410', async () => {
    const victim = await addVictim();
    const change = await askForAddress(portal, victim.userId, newAddress());
    await calls.reset(await addLink(portal, 'reset', victim));

    expect((await calls.verify(change, victim.cookie)).status).toBe(410);
    expect((await readAccount(portal, victim.userId))?.User_Email).toBe(victim.address);
  });

  it('asked for a change of address, and confirms it after the victim said that it was not them: 410', async () => {
    const victim = await addVictim();
    const wanted = newAddress();
    const change = await askForAddress(portal, victim.userId, wanted);
    await calls.refuse(await addLink(portal, 'not-me', { userId: victim.userId, address: wanted }));

    expect((await calls.verify(change, victim.cookie)).status).toBe(410);
  });

  it("a stranger who confirms the change of address of the victim's session ends the other sessions", async () => {
    const victim = await addVictim();
    const stolen = await startSession(portal, victim.userId);
    const change = await askForAddress(portal, victim.userId, newAddress());

    expect((await calls.verify(change, victim.cookie)).status).toBe(204);
    expect((await portal.call('GET', '/api/user', { cookie: stolen })).status).toBe(401);
  });

  it("a stranger at the victim's browser who asks for another client's address gets 409 when it is confirmed", async () => {
    const [victim, thief] = [await addVictim(), await addVictim()];
    const change = await askForAddress(portal, thief.userId, victim.address.toUpperCase());

    expect((await calls.verify(change, thief.cookie)).status).toBe(409);
    expect((await readAccount(portal, thief.userId))?.User_Email).toBe(thief.address);
    await stillOpensWith(victim.address, PASSWORD);
  });
});

describe("a stranger who has the victim's old mailbox", () => {
  it('a link that was sent before an administrator replaced the address answers 410', async () => {
    const victim = await addVictim();
    const tokens = [await addLink(portal, 'reset', victim), await addLink(portal, 'reset', victim)];
    await editAs(admin.cookie, victim.userId, { User_Email: newAddress() });

    for (const token of tokens) {
      expect((await calls.reset(token)).status).toBe(410);
    }
  });

  it('a new link that is asked for after the replacement answers 202, and nothing is sent to the old address', async () => {
    const victim = await addVictim();
    await editAs(admin.cookie, victim.userId, { User_Email: newAddress() });

    expect((await calls.ask(victim.address)).status).toBe(202);
    const sent = (await listMails(portal, victim.userId)).filter(({ kind }) => kind === 'reset');
    expect(sent).toEqual([]);
  });
});

describe('a person who has a link of their own', () => {
  it('a link with another account named beside it changes only its own account', async () => {
    const [victim, thief] = [await addVictim(), await addVictim()];
    const token = await addLink(portal, 'reset', thief);
    const { userId, address } = victim;

    const answer = await portal.call('POST', '/api/password-reset/confirm', {
      cookie: thief.cookie,
      body: { token, User_Pass_Bkp: NEW_PASSWORD, userId, User_Id: userId, User_Email: address },
    });

    expect(answer.status).toBe(204);
    await stillOpensWith(address, PASSWORD);
    await stillOpensWith(thief.address, NEW_PASSWORD);
  });

  it('a link that verifies answers 410 as one for a new password, and the other way round', async () => {
    const person = await addVictim();
    const verify = await addLink(portal, 'verify', person);
    const reset = await addLink(portal, 'reset', person);

    expect((await calls.reset(verify)).status).toBe(410);
    expect((await calls.verify(reset, person.cookie)).status).toBe(410);
    await stillOpensWith(person.address, PASSWORD);
  });

  it('a link answers 410 after the account was deactivated, also when it is active again', async () => {
    const person = await addVictim();
    const token = await addLink(portal, 'reset', person);
    await editAs(admin.cookie, person.userId, { User_Status: 0 });
    expect((await calls.reset(token)).status).toBe(410);

    await editAs(admin.cookie, person.userId, { User_Status: 1 });
    expect((await calls.reset(token)).status).toBe(410);
  });

  it('became an administrator without a verified address meanwhile: 410', async () => {
    const person = await addVictim({ origin: 'imported' });
    const token = await addLink(portal, 'reset', person);
    await editAs(admin.cookie, person.userId, { user_role: 'admin' });

    expect((await calls.reset(token)).status).toBe(410);
  });

  it('used it in a browser that knew the account: the browser is unknown, and the next sign-in is mailed', async () => {
    const person = await addVictim();
    const { headers } = await portal.call('POST', '/api/login', {
      body: { identifier: person.address, password: PASSWORD },
    });
    const known = headers.getSetCookie()[1]?.split(';')[0] ?? '';
    await calls.reset(await addLink(portal, 'reset', person));
    await portal.connection.delete(throttleCounters);

    await portal.call('POST', '/api/login', {
      cookie: known,
      body: { identifier: person.address, password: NEW_PASSWORD },
    });

    const kinds = (await listMails(portal, person.userId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'new-sign-in')).toHaveLength(2);
  });
});
