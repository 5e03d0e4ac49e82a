import { eq } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { totpFactors } from '#functions/database/schema/auth-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { codeAt, STEP_MS } from '#test/support/factors/add-totp.ts';
import { cookieOf, factorCalls } from '#test/support/factors/own-factors.ts';
import { listAudit, listMails } from '#test/support/links/links.ts';
import { addCaller, startSession } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const factors = () => factorCalls(portal);
const readTotp = async (userId: number) => {
  const [row] = await portal.connection.select().from(totpFactors).where(eq(totpFactors.user_id, userId));

  return row;
};

/** Begins an app, and returns its secret. */
const begin = async (cookie: string): Promise<string> => (await factors().beginTotp(cookie)).body.secret;

const other = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');

describe('an authenticator app', () => {
  it('begins with a secret as text and as the address of a QR code, and counts for nothing yet', async () => {
    const { cookie, email, userId } = await addCaller(portal, 'client');

    const { status, body } = await factors().beginTotp(cookie);

    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toMatch(
      new RegExp(`^otpauth://totp/OW%20Connect%20\\(OW\\d+\\)\\?secret=${body.secret}&`),
    );
    expect(body.uri).not.toContain(email);
    expect(await factors().list(cookie)).toEqual({ passkeys: [], totp: false, codesLeft: 0 });
    expect((await readTotp(userId))?.sealed).not.toContain(body.secret);
  });

  it('is confirmed by its first code, which brings ten recovery codes and raises the session', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const elsewhere = await startSession(portal, userId);
    const secret = await begin(cookie);

    const confirmed = await factors().confirmTotp(cookie, codeAt(secret));

    expect([confirmed.status, confirmed.body.recoveryCodes]).toEqual([200, expect.any(Array)]);
    const raised = cookieOf(confirmed) ?? '';
    expect(await factors().list(raised)).toEqual({ passkeys: [], totp: true, codesLeft: 10 });
    expect((await portal.call('GET', '/api/user', { cookie: elsewhere })).status).toBe(401);
    expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(401);
    expect((await listMails(portal, userId)).map(({ about }) => about)).toEqual([{ change: 'app-added' }]);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'factors.confirm-totp', actor: userId, changes: [] },
    ]);
  });

  it('notes the step of its first code, which works no second time', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const secret = await begin(cookie);
    const at = Date.now();

    await factors().confirmTotp(cookie, codeAt(secret, at));

    expect((await readTotp(userId))?.last_step).toBe(Math.floor(at / STEP_MS));
  });

  it.each([
    ['with spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    [
      'in full-width digits',
      (code: string) => [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    ],
  ])('takes a code %s', async (_, write) => {
    const { cookie } = await addCaller(portal, 'client');
    const secret = await begin(cookie);

    expect((await factors().confirmTotp(cookie, write(codeAt(secret)))).status).toBe(200);
  });

  it.each([-2, 2])('refuses the code of the step %i, beside its field', async (steps) => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const secret = await begin(cookie);

    const { status, body } = await factors().confirmTotp(
      cookie,
      codeAt(secret, Date.now() + steps * STEP_MS),
    );

    expect([status, body.fields]).toEqual([400, { code: expect.stringContaining('This code is wrong') }]);
    expect((await readTotp(userId))?.confirmed_at).toBeNull();
  });

  it.each(['12345', '1234567', 'abcdef', ''])('refuses %j, which is no code', async (typed) => {
    const { cookie } = await addCaller(portal, 'client');
    await begin(cookie);

    const { status, body } = await factors().confirmTotp(cookie, typed);

    expect([status, body.fields]).toEqual([400, { code: 'Enter the six digits that the app shows' }]);
  });

  it('is confirmed once by one code that is sent in two tabs', async () => {
    const { userId } = await addCaller(portal, 'client');
    const cookie = await startSession(portal, userId, { level: 2 });
    const code = codeAt(await begin(cookie));

    const answers = await Promise.all([1, 2].map(() => factors().confirmTotp(cookie, code)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await listAudit(portal, userId)).map(({ action }) => action)).toEqual(['factors.confirm-totp']);
    expect((await factors().confirmTotp(cookie, code)).status).toBe(409);
  });

  it('that was begun again has another secret, and the code of the first one is wrong', async () => {
    const { cookie } = await addCaller(portal, 'client');
    const first = await begin(cookie);
    const second = await begin(cookie);

    expect((await factors().confirmTotp(cookie, codeAt(first))).status).toBe(400);
    expect((await factors().confirmTotp(cookie, codeAt(second))).status).toBe(200);
  });

  it('is not begun a second time while it is confirmed, and keeps its secret', async () => {
    const { userId } = await addCaller(portal, 'client');
    const cookie = await startSession(portal, userId, { level: 2 });
    await factors().confirmTotp(cookie, codeAt(await begin(cookie)));
    const before = await readTotp(userId);

    expect((await factors().beginTotp(cookie)).status).toBe(409);
    expect(await readTotp(userId)).toEqual(before);
  });

  it('refuses the eleventh try of an hour, also a right one, and blocks no sign-in', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const secret = await begin(cookie);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await factors().confirmTotp(cookie, other(codeAt(secret)))).status).toBe(400);
    }

    const eleventh = await factors().confirmTotp(cookie, codeAt(secret));

    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    expect(
      await portal.connection.select().from(throttleCounters).where(eq(throttleCounters.user_id, userId)),
    ).toEqual([]);
  });
});

it.each([
  ['totp_factors', 'sealed', ['user_id', 'confirmed_at']],
  ['recovery_codes', 'hash', ['user_id', 'place', 'used_at']],
])('the functions that only read may not read the secrets of %s', async (table, secret, readable) => {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set session authorization portal_reader');

  await expect(client.query(`select ${secret} from ${table}`)).rejects.toThrow(
    `permission denied for table ${table}`,
  );
  await expect(client.query(`select ${readable.join(', ')} from ${table}`)).resolves.toBeDefined();
});
