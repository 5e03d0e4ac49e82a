import { eq, ilike } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { auditLog, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { CANARY_EMAIL } from '#functions/domain/system/canary-visit.ts';
import { EMAIL_TAKEN, PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { NOT_TEXT, TURNS_DIRECTION } from '#shared/contract/fields.ts';
import { PRIVACY_VERSION } from '#shared/privacy.ts';
import { makeRegistration } from '#test/support/portal/accounts.ts';
import { network, portal } from '#test/support/portal/shared-portal.ts';

beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
});

const makeForm = (changes: Record<string, unknown> = {}) =>
  makeRegistration({ User_RegNo: '9204150834082', User_Pass_Bkp: 'Eight-or-more', ...changes });

const register = (changes: Record<string, unknown> = {}) =>
  portal.call('POST', '/api/register', { body: makeForm(changes) });

const findUser = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  if (!row) {
    throw new Error(`There is no user ${userId}`);
  }

  return row;
};

describe('registration', () => {
  it("a registration creates a client's account and signs in for twelve hours of one browser session", async () => {
    const { status, body, headers } = await register({ User_Org: 'Molefe Motors' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      User_Name: 'Lerato',
      User_Mobile: '+27821234567',
      User_Org: 'Molefe Motors',
      user_role: 'client',
      User_Status: 1,
      emailVerified: false,
    });
    expect(body).not.toHaveProperty('User_Pass_Bkp');
    expect(body.OWNumber).toMatch(/^OW\d{5,}$/);

    const [setCookie = '', knownCookie] = headers.getSetCookie();
    expect(knownCookie).toMatch(/^known=[\da-f-]{36}\.[\w-]{43}; .*HttpOnly/);
    expect(setCookie).toMatch(/^session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const own = await portal.call('GET', '/api/user', { cookie: setCookie.split(';')[0] ?? '' });
    expect(own.body).toEqual(body);

    const [session] = await portal.connection
      .select({ expiresAt: sessions.expires_at })
      .from(sessions)
      .where(eq(sessions.user_id, body.User_Id));
    const hours = (Date.parse(session?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
  });

  it('a new client signs in again, by email address in any case and by OW number', async () => {
    const { body } = await register();

    await portal.signIn(body.User_Email.toUpperCase(), 'Eight-or-more');
    await portal.signIn(body.OWNumber.toLowerCase(), 'Eight-or-more');
  });

  it.each([
    ['Café-au-lait', 'Cafe\u0301-au-lait'],
    ['Cafe\u0301-au-lait', 'Café-au-lait'],
  ])('a client who registered with the password %j signs in with %j', async (User_Pass_Bkp, typed) => {
    const { body } = await register({ User_Pass_Bkp });

    await portal.signIn(body.OWNumber.replace('OW', 'ow '), typed);
  });

  it('an address of a domain with other letters has one account, whatever its spelling', async () => {
    const [name] = crypto.randomUUID().split('-');
    const first = await register({ User_Email: `r&d/${name}@Müller.co.za` });
    expect(first.body.User_Email).toBe(`r&d/${name}@xn--mller-kva.co.za`);

    const others = [`R&D/${name}@xn--mller-kva.co.za`, `mailto:r&d/${name}@mu\u0308ller.co.za`];
    for (const User_Email of others) {
      expect(await register({ User_Email })).toMatchObject({ status: 409, body: { message: EMAIL_TAKEN } });
    }
    await portal.signIn(`<r&d/${name}@müller.co.za>`, 'Eight-or-more');
  });

  it('what is invisible is not stored of an address, a phone or a name', async () => {
    const { body } = await register({
      User_Email: '\u200bcopied@exam\u00adple.co.za',
      User_Mobile: '\u202a+27 82 123 4567\u202c',
      User_RegNo: '920415\u2060 0834082',
      User_Name: '\u200bJo\u00ad',
    });

    expect(body).toMatchObject({
      User_Email: 'copied@example.co.za',
      User_Mobile: '+27821234567',
      User_RegNo: '920415 0834082',
      User_Name: 'Jo',
    });
    expect(await findUser(body.User_Id)).toMatchObject({
      User_Email: 'copied@example.co.za',
      User_Name: 'Jo',
    });
  });

  it('the session that a registration presents ends, unless the registration is refused', async () => {
    const first = await register();
    const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const statusWithFirst = async () => (await portal.call('GET', '/api/user', { cookie })).status;

    const taken = makeForm({ User_Email: first.body.User_Email });
    expect((await portal.call('POST', '/api/register', { cookie, body: taken })).status).toBe(409);
    expect(await statusWithFirst()).toBe(200);

    expect((await portal.call('POST', '/api/register', { cookie, body: makeForm() })).status).toBe(201);
    expect(await statusWithFirst()).toBe(401);
  });

  it("a registration is in the audit log and among the client's activities", async () => {
    const { body } = await register();

    const [audited] = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.actor_id, body.User_Id));
    expect(audited).toMatchObject({
      action: 'auth.register',
      record: `user ${body.User_Id}`,
      changes: [],
      address: network,
    });
    const [noted] = await portal.connection
      .select()
      .from(activities)
      .where(eq(activities.user_id, body.User_Id));
    expect(noted).toMatchObject({ activity_type: 'login', description: 'Registered and signed in' });
  });

  it('a registration stores the version of the privacy notice, and when', async () => {
    const { body } = await register();
    const { privacy_version, privacy_at, User_Date } = await findUser(body.User_Id);

    expect({ privacy_version, privacy_at }).toEqual({
      privacy_version: PRIVACY_VERSION,
      privacy_at: User_Date,
    });
  });

  it('the password of a registration is stored only as an argon2id hash', async () => {
    const { body } = await register({ User_Pass_Bkp: 'Planted-password-7' });

    const row = await findUser(body.User_Id);
    expect(row.User_Pass_Bkp).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain('Planted-password-7');
  });

  it('a registration issues id, OW number and role itself, whatever the caller sends for them', async () => {
    const { body } = await register({
      User_Id: 999_999,
      OWNumber: 'OW1',
      user_role: 'admin',
      User_Status: 0,
      User_Debit: 1_000_000,
      email_verified_at: '2026-01-01T00:00:00Z',
    });

    expect(body.User_Id).not.toBe(999_999);
    expect(body).toMatchObject({
      user_role: 'client',
      User_Status: 1,
      User_Debit: 0,
      emailVerified: false,
    });
    expect(body.OWNumber).not.toBe('OW1');
  });

  it('a registration accepts a passport number as text', async () => {
    const { body } = await register({ User_RegNo: 'A04512873' });

    expect(body.User_RegNo).toBe('A04512873');
  });
});

describe('a registration that is refused', () => {
  it.each([
    ['User_Name', '', 'First name is required'],
    ['User_Name', 'x'.repeat(101), 'Must be at most 100 characters'],
    ['User_Surname', '   ', 'Last name is required'],
    ['User_Email', '', 'Email address is required'],
    ['User_Email', 'lerato', 'Invalid email address'],
    ['User_Email', `${'x'.repeat(250)}@example.com`, 'Must be at most 254 characters'],
    ['User_Email', `${'x'.repeat(243)}@example.com`, 'Must be at most 254 characters'],
    ['User_Mobile', '', 'Phone number is required'],
    ['User_RegNo', '', 'ID Number or Passport Number is required'],
    ['User_RegNo', '9204150834083', 'This is not a valid South African ID number; please check its digits'],
    ['User_RegNo', '0000000000000', 'This is not a valid South African ID number; please check its digits'],
    ['User_Pass_Bkp', 'seven77', 'Password must be at least 8 characters'],
    ['User_Pass_Bkp', ' '.repeat(9), 'Password must be at least 8 characters'],
    ['User_Pass_Bkp', 'Password1', PASSWORD_TOO_EASY],
    ['User_Pass_Bkp', 'LeratoMolefe', PASSWORD_TOO_EASY],
    ['User_Pass_Bkp', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['User_Name', undefined, 'First name is required'],
    ['User_Surname', null, 'Last name is required'],
    ['User_Email', undefined, 'Email address is required'],
    ['User_Mobile', undefined, 'Phone number is required'],
    ['User_RegNo', undefined, 'ID Number or Passport Number is required'],
    ['User_Pass_Bkp', undefined, 'Password is required'],
    ['User_Pass_Bkp', 12_345_678, 'Password must be text'],
    ['User_Org', 'x'.repeat(256), 'Must be at most 255 characters'],
    ['User_Name', 'a\0b', NOT_TEXT],
    ['User_Surname', 'x\n\u202Egnp.exe', TURNS_DIRECTION],
    ['User_Pass_Bkp', 'Eight-or-more\uD83D', NOT_TEXT],
  ])('a registration whose %s is %j is refused at the field', async (field, value, sentence) => {
    const { status, body } = await register({ [field]: value });

    expect(status).toBe(400);
    expect(body).toEqual({ code: 'invalid_request', message: sentence, fields: { [field]: sentence } });
  });

  it('an email address that is registered in another case is refused, and nothing is written', async () => {
    const { body: first } = await register({ User_Email: 'Lerato.Molefe@example.com' });
    const before = await portal.connection.select().from(auditLog);
    const { status, body, headers } = await register({ User_Email: 'lerato.molefe@EXAMPLE.com' });

    const sentence = 'This email address is already registered.';
    expect(status).toBe(409);
    expect(body).toEqual({ code: 'conflict', message: sentence, fields: { User_Email: sentence } });
    expect(headers.get('set-cookie')).toBeNull();
    expect(await portal.connection.select().from(auditLog)).toEqual(before);
    expect((await findUser(first.User_Id)).User_Email).toBe('Lerato.Molefe@example.com');
  });

  it("the canary's email address is refused also before the canary has its account", async () => {
    expect(await register({ User_Email: CANARY_EMAIL.toUpperCase() })).toMatchObject({
      status: 409,
      body: { fields: { User_Email: EMAIL_TAKEN } },
    });
  });

  it('twenty simultaneous registrations of one address create exactly one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register({ User_Email: index % 2 ? 'race@example.com' : 'RACE@example.com' }),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const accounts = await portal.connection
      .select()
      .from(users)
      .where(ilike(users.User_Email, 'race@example.com'));
    expect(accounts).toHaveLength(1);
  });

  it('a taken email address needs the same database calls as a free one, except for its mail', async () => {
    const countCalls = async (email: string) => {
      portal.dataApi.calls.reset();
      await register({ User_Email: email });

      return portal.dataApi.calls.total;
    };

    expect(await countCalls('calls@example.com')).toBe(5);
    expect(await countCalls('Calls@example.com')).toBe(4);
  });

  it('registrations over the hourly limit of a network address are refused, with the time to wait', async () => {
    await register();
    await portal.connection.update(throttleCounters).set({ count: 20 });
    const { status, body, headers } = await register();

    expect(status).toBe(429);
    expect(body.message).toMatch(/^Too many attempts\. Please try again in (60|59) minutes\.$/);
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
  });

  it('registrations are accepted again when the hour of the limit is over', async () => {
    await register();
    await portal.connection
      .update(throttleCounters)
      .set({ count: 21, window_ends_at: new Date(Date.now() - 1).toISOString() });

    expect((await register()).status).toBe(201);
  });
});
