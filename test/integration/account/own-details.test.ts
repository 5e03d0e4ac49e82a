import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { listAudit, readAccount } from '#test/support/links/links.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const update = (cookie: string, body: object) => portal.call('PUT', '/api/user', { cookie, body });

const readOwn = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).body;

const DETAILS = {
  User_Name: 'Naledi',
  User_Surname: 'van der Merwe',
  User_Mobile: '+27835550101',
  User_Org: 'Naledi Trading',
  User_Address: '1 Long Street',
  User_Town: 'Paarl',
  User_Code: '7646',
  User_State: 'Western Cape',
  User_Country: 'South Africa',
};

describe("a change of one's own details", () => {
  it("a client's change of their details is stored and answered with the account", async () => {
    const client = await addCaller(portal, 'client');

    const { status, body } = await update(client.cookie, { ...DETAILS, mailsAreOn: false, version: 1 });

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...DETAILS, mailsAreOn: false, version: 2, mail: 'on' });
    expect(await readOwn(client.cookie)).toEqual(body);
    expect(await readAccount(portal, client.userId)).toMatchObject({ ...DETAILS, User_Mailer_Email: false });
  });

  it('fields that only an administrator may change stay when a client sends them', async () => {
    const client = await addCaller(portal, 'client');
    const before = await readAccount(portal, client.userId);

    await update(client.cookie, {
      User_Town: 'Paarl',
      User_Email: 'other@example.com',
      user_role: 'admin',
      User_Status: 0,
      User_VAT: '4123456789',
      User_RegNo: 'A1',
      User_Ref: 'X',
      must_change_password: true,
      User_Debit: 5,
    });

    expect(await readAccount(portal, client.userId)).toEqual({ ...before, User_Town: 'Paarl', version: 2 });
  });

  it('a change of details is audited with the names of the changed fields and no value', async () => {
    const client = await addCaller(portal, 'client');

    await update(client.cookie, { User_Town: 'Paarl', User_Name: 'Thandi', mailsAreOn: false });

    expect(await listAudit(portal, client.userId)).toEqual([
      {
        action: 'account.update',
        actor: client.userId,
        changes: { User_Town: null, mailsAreOn: null },
      },
    ]);
  });

  it('mail stays on for an account that never chose, until it chooses', async () => {
    const client = await addCaller(portal, 'client');
    expect(await readOwn(client.cookie)).toMatchObject({ mailsAreOn: true });

    await update(client.cookie, { mailsAreOn: true });

    expect(await readAccount(portal, client.userId)).toMatchObject({ User_Mailer_Email: true });
    expect(await listAudit(portal, client.userId)).toMatchObject([{ changes: {} }]);
  });

  it('an edit of an outdated version is refused with the current account, and nothing is written', async () => {
    const client = await addCaller(portal, 'client');
    await update(client.cookie, { User_Town: 'Paarl', version: 1 });

    const refused = await update(client.cookie, { User_Town: 'George', version: 1 });

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { User_Town: 'Paarl', version: 2 } },
    });
    expect(refused.body.current).toEqual(await readOwn(client.cookie));
    expect(await listAudit(portal, client.userId)).toHaveLength(1);
  });

  it('one of two edits of the same version wins', async () => {
    const client = await addCaller(portal, 'client');

    const answers = await Promise.all([
      update(client.cookie, { User_Town: 'Paarl', version: 1 }),
      update(client.cookie, { User_Town: 'George', version: 1 }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect(await readAccount(portal, client.userId)).toMatchObject({
      User_Town: won?.body.User_Town,
      version: 2,
    });
  });

  it('a new name queues the contact at the helpdesk, and a new town does not', async () => {
    const client = await addCaller(portal, 'client');
    const contactJobs = () =>
      portal.connection
        .select({ kind: jobs.kind })
        .from(jobs)
        .where(and(eq(jobs.kind, 'helpdesk-contact'), eq(jobs.key, String(client.userId))));
    await portal.connection
      .update(users)
      .set({ User_Support_Id: 4_000_000 + client.userId })
      .where(eq(users.User_Id, client.userId));

    await update(client.cookie, { User_Town: 'Paarl' });
    expect(await contactJobs()).toEqual([]);

    await update(client.cookie, { User_Surname: 'Molefe' });
    expect(await contactJobs()).toEqual([{ kind: 'helpdesk-contact' }]);
  });

  it.each([
    ['a name of 101 characters', 'User_Name', 'x'.repeat(101)],
    ['a name with a bidi control', 'User_Surname', 'Nkosi\u202e'],
    ['a name that is no text', 'User_Name', 7],
    ['an empty name', 'User_Name', ' '],
    ['a control character', 'User_Town', 'Paarl\u0000'],
    ['a switch that is no truth value', 'mailsAreOn', 'no'],
  ])('details with %s are refused with 400 at the field, and nothing is written', async (_, field, value) => {
    const client = await addCaller(portal, 'client');
    const before = await readAccount(portal, client.userId);

    const { status, body } = await update(client.cookie, { [field]: value });

    expect(status).toBe(400);
    expect(body.fields).toEqual({ [field]: expect.any(String) });
    expect(await readAccount(portal, client.userId)).toEqual(before);
  });

  it('a name of 100 characters without a space is stored', async () => {
    const client = await addCaller(portal, 'client');
    const User_Name = 'x'.repeat(100);

    expect(await update(client.cookie, { User_Name })).toMatchObject({ status: 200, body: { User_Name } });
  });

  it('a body without a field to change is refused', async () => {
    const client = await addCaller(portal, 'client');

    expect((await update(client.cookie, { version: 1 })).status).toBe(400);
  });
});
