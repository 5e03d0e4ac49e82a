import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { OWN_EMAIL, OWN_PASSWORD, STRANGERS_ADMIN } from '#shared/contract/users/user-edit.ts';
import { addSignedInUser, addUser, PASSWORD } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

beforeAll(async () => {
  await addUser(portal, { user_role: 'admin' });
});

const update = (userId: number | string, body: unknown, cookie = admin.cookie) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body });

const readRow = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  if (!row) {
    throw new Error(`There is no user ${userId}`);
  }

  return row;
};

const readLastAudit = async () => {
  const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);

  return row;
};

const countSessions = async (userId: number) =>
  (await portal.connection.select().from(sessions).where(eq(sessions.user_id, userId))).length;

/** The stored row without what is made of its other columns for searches. */
const withoutSearched = (row: typeof users.$inferSelect) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('search_')));

describe('an edit of a user', () => {
  it.each([
    ['User_Name', 'Zanele'],
    ['User_Surname', 'van der Merwe'],
    ['User_Email', 'zanele@new.example'],
    ['User_Mobile', '+27829998888'],
    ['User_RegNo', 'A1234567'],
    ['User_Org', 'Ubuntu Textiles'],
    ['User_Address', '12 Long Street'],
    ['User_Town', 'Cape Town'],
    ['User_Code', '8001'],
    ['User_State', 'Western Cape'],
    ['User_Country', 'South Africa'],
    ['User_VAT', '4123456789'],
    ['User_Ref', 'PO-1'],
    ['User_DOB_Day', 29],
    ['User_DOB_Month', 2],
    ['User_DOB_Year', 1988],
    ['User_Status', 0],
    ['user_role', 'admin'],
  ])('only %s changes when an edit of a user sends only that', async (field, value) => {
    const userId = await addUser(portal, { origin: 'imported' });
    const before = await readRow(userId);

    const answer = await update(userId, { [field]: value });

    expect(answer).toMatchObject({ status: 200, body: { [field]: value, version: 2 } });
    const after = await readRow(userId);
    expect(withoutSearched(after)).toEqual({ ...withoutSearched(before), [field]: value, version: 2 });
  });

  it.each([
    ['as it is', {}],
    ['with another address', { User_Email: 'another@example.com' }],
  ])(
    'an account that registered itself and is not verified is never made an administrator: %s',
    async (_, more) => {
      const isVerified = 'User_Email' in more;
      const userId = await addUser(portal, isVerified ? { email_verified_at: new Date().toISOString() } : {});
      const before = await readRow(userId);

      const { status, body } = await update(userId, { ...more, user_role: 'admin' });

      expect([status, body.fields]).toEqual([409, { user_role: STRANGERS_ADMIN }]);
      expect(await readRow(userId)).toEqual(before);
    },
  );

  it('an account whose address is verified can be made an administrator', async () => {
    const userId = await addUser(portal, { email_verified_at: new Date().toISOString() });

    expect((await update(userId, { user_role: 'admin' })).status).toBe(200);
  });

  it.each([
    ['that owes', '-12.50', 'Please write off or credit R 12,50 first.'],
    ['that has credit', '12.50', 'Please refund R 12,50 first.'],
  ])('an account %s is not made an administrator', async (_, User_Debit, message) => {
    const userId = await addUser(portal, { User_Debit, email_verified_at: new Date().toISOString() });
    const before = await readRow(userId);

    const { status, body } = await update(userId, { user_role: 'admin' });

    const sentence = message.replace('R ', 'R\u00a0');
    expect([status, body.fields]).toEqual([409, { user_role: sentence }]);
    expect(await readRow(userId)).toEqual(before);
  });

  it('an optional field of a user can be emptied, and a mobile number is normalized', async () => {
    const userId = await addUser(portal, { User_Org: 'Ubuntu Textiles' });

    await update(userId, { User_Org: ' ', User_Mobile: '082 123 4567' });

    expect(await readRow(userId)).toMatchObject({ User_Org: null, User_Mobile: '+27821234567' });
  });

  it('fields of a user that an edit may not change are ignored', async () => {
    const userId = await addUser(portal, {});

    await update(userId, {
      User_Town: 'Durban',
      User_Debit: 5000,
      OWNumber: 'OW1',
      User_Support_Id: 7,
      User_Id: 1,
    });

    const row = await readRow(userId);
    expect(row).toMatchObject({
      User_Id: userId,
      User_Town: 'Durban',
      User_Debit: '0.00',
      User_Support_Id: null,
    });
    expect(row.OWNumber).not.toBe('OW1');
  });

  it('an edit of an older version is refused with the user as it is now', async () => {
    const userId = await addUser(portal, {});
    await update(userId, { User_Town: 'Durban', version: 1 });

    const answer = await update(userId, { User_Town: 'Paarl', version: 1 });

    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { User_Id: userId, User_Town: 'Durban', version: 2 } },
    });
    expect(await readRow(userId)).toMatchObject({ User_Town: 'Durban', version: 2 });
  });

  it('an edit without a version is stored, whatever the version of the user', async () => {
    const userId = await addUser(portal, { version: 7 });

    expect(await update(userId, { User_Town: 'Paarl' })).toMatchObject({ status: 200, body: { version: 8 } });
  });

  it('an edit to an email address of another account is refused at the field', async () => {
    const userId = await addUser(portal, { User_Email: 'mine@example.com' });
    await addUser(portal, { User_Email: 'taken@example.com' });

    const answer = await update(userId, { User_Email: 'TAKEN@example.com', User_Town: 'Paarl' });

    const sentence = 'This email address is already registered.';
    expect(answer).toMatchObject({
      status: 409,
      body: { message: sentence, fields: { User_Email: sentence } },
    });
    expect(await readRow(userId)).toMatchObject({ User_Email: 'mine@example.com', User_Town: null });
  });

  it.each([
    ['counts an edited email address as not verified', 'other@verified.example', false],
    ['keeps an email address verified whose letters only change case', 'ME@verified.example', true],
  ])('%s', async (_, User_Email, emailVerified) => {
    const userId = await addUser(portal, {
      User_Email: `${crypto.randomUUID()}@verified.example`,
      email_verified_at: new Date().toISOString(),
    });
    if (emailVerified) {
      await update(userId, { User_Email: 'me@verified.example' });
    }
    await portal.connection
      .update(users)
      .set({ email_verified_at: new Date().toISOString() })
      .where(eq(users.User_Id, userId));

    expect(await update(userId, { User_Email })).toMatchObject({ status: 200, body: { emailVerified } });
  });

  it('an edit is audited with the names of the changed fields, and with values only of role and status', async () => {
    const userId = await addUser(portal, { User_Town: 'Paarl', origin: 'imported' });

    await update(userId, { User_Town: 'Paarl', User_VAT: '4123456789', user_role: 'admin' });

    expect(await readLastAudit()).toMatchObject({
      actor_id: admin.userId,
      action: 'users.update',
      record: `user ${userId}`,
      changes: { User_VAT: null, user_role: 'admin' },
    });
  });

  it.each([
    ['an ordinary edit', { User_Town: 'Paarl' }, 2],
    ['a demotion', { user_role: 'client' }, 7],
    // Ends the links, and tells both addresses.
    ['a new address', { User_Email: `${crypto.randomUUID()}@example.com` }, 8],
    // Ends the links and the sessions, and tells the address.
    ['a new password', { User_Pass_Bkp: 'A-new-password-1' }, 9],
  ])('an edit of a user takes few database calls: %s', async (_, edit, callsMax) => {
    const userId = await addUser(portal, {
      user_role: 'admin',
      email_verified_at: new Date().toISOString(),
    });
    portal.dataApi.calls.reset();

    expect(await update(userId, edit)).toMatchObject({ status: 200 });

    expect(portal.dataApi.calls.total).toBeLessThanOrEqual(callsMax);
  });
});

describe('an edit that is refused', () => {
  it.each([
    ['nothing', {}, 'Nothing to change was sent'],
    ['only a version', { version: 1 }, 'Nothing to change was sent'],
    ['an empty name', { User_Name: ' ' }, 'Name is required'],
    ['an empty surname', { User_Surname: '' }, 'Surname is required'],
    ['no email address', { User_Email: 'nobody' }, 'Invalid email address'],
    ['an empty mobile number', { User_Mobile: '' }, 'Mobile number is required'],
    ['an unknown role', { user_role: 'owner' }, 'Role must be one of: admin, client'],
    ['a status beyond 0 and 1', { User_Status: 2 }, 'Status must be at most 1'],
    ['a month that does not exist', { User_DOB_Month: 13 }, 'Must be a whole number from 1 to 12'],
    ['a name of 101 characters', { User_Name: 'a'.repeat(101) }, 'Must be at most 100 characters'],
    ['a town as a number', { User_Town: 5 }, 'Town must be text'],
    ['a short password', { User_Pass_Bkp: '1234567' }, 'Password must be at least 8 characters'],
    ['a password of spaces', { User_Pass_Bkp: ' '.repeat(9) }, 'Password must be at least 8 characters'],
    ['a common password', { User_Pass_Bkp: 'Password1' }, PASSWORD_TOO_EASY],
    [
      'a field and a password at once',
      { User_Town: 'Paarl', User_Pass_Bkp: 'A-new-password-1' },
      'Send either an edit or a new password, not both',
    ],
  ])('an edit of a user with %s is refused, and changes nothing', async (_, body, message) => {
    const userId = await addUser(portal, {});
    const before = await readRow(userId);

    expect(await update(userId, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message },
    });
    expect(await readRow(userId)).toEqual(before);
  });

  it.each([
    ['an edit', { User_Town: 'Paarl' }],
    ['a demotion', { user_role: 'client' }],
  ])('%s of a missing user answers 404', async (_, body) => {
    expect(await update(999_999, body)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('administrators cannot demote their own account', async () => {
    expect(await update(admin.userId, { user_role: 'client' })).toMatchObject({
      status: 409,
      body: { message: 'You cannot demote your own account.' },
    });
    expect(await readRow(admin.userId)).toMatchObject({ user_role: 'admin', User_Status: 1 });
  });

  it.each([
    ['User_Pass_Bkp', { User_Pass_Bkp: 'A-new-password-1' }, OWN_PASSWORD],
    ['User_Email', { User_Email: 'taken-over@example.com', User_Town: 'Paarl' }, OWN_EMAIL],
  ])("an administrator's own new %s is refused with a link to My account", async (field, body, message) => {
    const before = await readRow(admin.userId);

    expect(await update(admin.userId, body)).toMatchObject({
      status: 409,
      body: { message, fields: { [field]: message } },
    });
    expect(await readRow(admin.userId)).toEqual(before);
    expect(await portal.call('GET', '/api/user', admin)).toMatchObject({ status: 200 });
  });

  it("an edit of one's own account that spells the same address in another way is accepted", async () => {
    const { User_Email } = await readRow(admin.userId);

    expect(await update(admin.userId, { User_Email: User_Email.toUpperCase() })).toMatchObject({
      status: 200,
    });
    expect((await readRow(admin.userId)).User_Email).toBe(User_Email.toUpperCase());
  });
});

describe('a new password from an administrator', () => {
  it('a new password replaces the old one, ends every session and is never returned', async () => {
    const client = await addSignedInUser(portal);
    const second = await portal.signIn(client.email, PASSWORD);

    const answer = await update(client.userId, { User_Pass_Bkp: 'A-new-password-1' });

    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/User_Pass_Bkp|argon2|A-new-password/);
    expect((await readRow(client.userId)).User_Pass_Bkp).toMatch(/^\$argon2id\$/);
    for (const cookie of [client.cookie, second]) {
      expect(await portal.call('GET', '/api/user', { cookie })).toMatchObject({ status: 401 });
    }
    await expect(portal.signIn(client.email, PASSWORD)).rejects.toThrow('401');
    await expect(portal.signIn(client.email, 'A-new-password-1')).resolves.toContain('session=');
    expect(await countSessions(client.userId)).toBe(1);
  });

  it("a new password that is the account's email address, OW number or name is refused", async () => {
    const own = {
      User_Email: 'own.words@example.com',
      OWNumber: 'OW90009000',
      User_Surname: 'Featherstonehaugh',
    };
    const userId = await addUser(portal, own);
    const before = await readRow(userId);

    for (const word of Object.values(own)) {
      expect(await update(userId, { User_Pass_Bkp: word.toUpperCase() })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: { User_Pass_Bkp: PASSWORD_TOO_EASY } },
      });
    }
    expect(await readRow(userId)).toEqual(before);
  });

  it('a new password from an administrator does not raise the version of the user', async () => {
    const userId = await addUser(portal, {});
    await update(userId, { User_Pass_Bkp: 'A-new-password-1' });

    expect(await update(userId, { User_Town: 'Paarl', version: 1 })).toMatchObject({ status: 200 });
  });

  it('a new password is audited by the name of the field only', async () => {
    const userId = await addUser(portal, {});
    await update(userId, { User_Pass_Bkp: 'A-new-password-1' });

    expect(await readLastAudit()).toMatchObject({ record: `user ${userId}`, changes: ['User_Pass_Bkp'] });
  });
});
