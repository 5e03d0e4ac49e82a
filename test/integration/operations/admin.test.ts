import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { createAdmin } from '#operations/admin/create-admin.ts';
import { openStore } from '#operations/open-store.ts';
import { findPortal } from '#operations/portal-place.ts';
import { addLink, linkCalls } from '#test/support/links/links.ts';
import { addSignedInUser, addUser, PASSWORD as CLIENT_PASSWORD } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const PASSWORD = 'quiet harbour at six';
const commonPasswords = makeCommonPasswords('node_modules/@zxcvbn-ts/language-common/src/passwords.json');
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  process.env.DATA_DIR = portal.dataFolder;
});
afterAll(() => portal.stop());

const run = async (answers: [string, string][], wantsAnother = false) => {
  const { terminal, shown, unanswered } = makeRecordedTerminal(answers);
  const store = openStore(await findPortal('local'));
  const error = await createAdmin({ store, passwords, commonPasswords, terminal }, { wantsAnother }).catch(
    (thrown: Error) => thrown.message,
  );
  expect(unanswered).toEqual([]);

  return { shown, error };
};

const person = (email: string): [string, string][] => [
  ['Email address', email],
  ['First name', 'Nomsa'],
  ['Last name', 'Dube'],
];

const readAudit = (userId: number) =>
  portal.connection
    .select()
    .from(auditLog)
    .where(eq(auditLog.record, `user ${userId}`));

describe('npm run admin', () => {
  it('npm run admin creates the first administrator on a real terminal, and shows nothing of the password', async () => {
    const command = `${process.execPath} operations/admin.ts local`;
    const child = spawn('script', ['-qec', command, '/dev/null']);
    const answers: [string, string][] = [
      ...person('Boss@OWConnect.example'),
      ['Password (', PASSWORD],
      ['The same password again', PASSWORD],
    ];
    let shown = '';
    let unread = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
      unread += stripVTControlCharacters(String(chunk));
      const [question = 'nothing more', answer] = answers[0] ?? [];
      if (!unread.includes(question) || !unread.endsWith(': ')) {
        return;
      }
      answers.shift();
      unread = '';
      child.stdin.write(`${answer}\r`);
    });
    await once(child, 'close');

    expect(shown).toContain('is an administrator and can sign in.');
    expect(shown).not.toContain(PASSWORD);
    expect(shown).toContain('Nomsa');
    await portal.signIn('boss@owconnect.example', PASSWORD);
    const [admin] = await portal.connection.select().from(users);
    expect(admin).toMatchObject({
      user_role: 'admin',
      User_Status: 1,
      OWNumber: 'OW10001',
      origin: 'operator',
    });
    expect(await readAudit(admin?.User_Id ?? 0)).toContainEqual(
      expect.objectContaining({
        actor_id: null,
        action: 'operations.admin',
        changes: { user_role: 'admin' },
        address: 'terminal',
      }),
    );
  });

  it('npm run admin refuses a second administrator without --another', async () => {
    const { error } = await run([]);

    expect(error).toContain('has an administrator');
    expect(await portal.connection.select().from(users)).toHaveLength(1);
  });

  it('npm run admin asks again for invalid answers, weak passwords and passwords that are repeated wrongly', async () => {
    const { shown, error } = await run(
      [
        ['Email address', 'no address'],
        ...person('second@owconnect.example'),
        ['Password (', 'short'],
        ['Password (', 'Second@owconnect.example'],
        ['Password (', 'password123'],
        ['Password (', PASSWORD],
        ['The same password again', `${PASSWORD}!`],
        ['Password (', PASSWORD],
        ['The same password again', PASSWORD],
      ],
      true,
    );

    expect(error).toBeUndefined();
    expect(shown).toContain('Invalid email address');
    expect(shown).toContain('Password must be at least 8 characters');
    expect(shown.filter((line) => line.startsWith('This password is too easy'))).toHaveLength(2);
    await portal.signIn('second@owconnect.example', PASSWORD);
  });

  it('npm run admin generates a password where none is typed, and shows it once', async () => {
    const { shown } = await run([...person('third@owconnect.example'), ['Password (', '']], true);
    const [, made = ''] = /nowhere else: (\S+)$/.exec(shown.at(-1) ?? '') ?? [];

    await portal.signIn('third@owconnect.example', made);
    expect(shown.filter((line) => line.includes(made))).toHaveLength(1);
  });

  it('npm run admin makes a client an administrator after a yes, with a new password, and ends sessions and links', async () => {
    const client = await addSignedInUser(portal, {
      User_Email: 'Client@example.com',
      origin: 'imported',
      User_Date: '2019-04-30T08:15:00Z',
    });
    const email: [string, string] = ['Email address', 'client@EXAMPLE.com'];

    const { shown, error } = await run([email, ['Make OW', 'no']], true);
    expect(error).toContain('Nothing was changed');
    expect(shown[1]).toContain('was imported, made on Apr 30, 2019 10:15, email address not verified');
    expect((await portal.call('GET', '/api/user', client)).body.user_role).toBe('client');

    const token = await addLink(portal, 'reset', { userId: client.userId, address: 'client@example.com' });
    expect(
      (
        await run(
          [
            email,
            ['Make OW', 'yes'],
            ['Password (', 'Client@example.com'],
            ['Password (', PASSWORD],
            ['The same password again', PASSWORD],
          ],
          true,
        )
      ).error,
    ).toBeUndefined();
    await expect(portal.signIn('client@example.com', CLIENT_PASSWORD)).rejects.toThrow('401');
    await portal.signIn('client@example.com', PASSWORD);
    expect((await linkCalls(portal).reset(token)).status).toBe(410);
    expect((await portal.call('GET', '/api/user', client)).status).toBe(401);
    const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, client.userId));
    expect(row).toMatchObject({ user_role: 'admin', version: 2 });
    expect(await readAudit(client.userId)).toContainEqual(
      expect.objectContaining({
        action: 'operations.admin',
        changes: { user_role: 'admin', User_Status: 1, User_Pass_Bkp: null },
      }),
    );

    expect((await run([email], true)).error).toContain('is an administrator');
  });

  it('npm run admin does not promote a client who registered with an unverified address', async () => {
    const account = {
      User_Name: 'Not',
      User_Surname: 'Theirs',
      User_Email: 'ceo@owconnect.example',
      User_Mobile: '0821234567',
      User_RegNo: 'A04512873',
      User_Pass_Bkp: PASSWORD,
    };
    expect((await portal.call('POST', '/api/register', { body: account })).status).toBe(201);

    const { error } = await run([['Email address', 'CEO@owconnect.example']], true);
    expect(error).toContain('registered by somebody who has not proved that this address is theirs');
    const [row] = await portal.connection
      .select()
      .from(users)
      .where(eq(users.User_Email, 'ceo@owconnect.example'));
    expect(row).toMatchObject({ user_role: 'client', origin: 'registered', version: 1 });
  });

  it('npm run admin promotes a registered client whose address is verified', async () => {
    const User_Email = 'proved@example.com';
    await addUser(portal, { User_Email, email_verified_at: '2026-11-20T08:00:00Z' });

    const { shown, error } = await run(
      [
        ['Email address', User_Email],
        ['Make OW', 'yes'],
        ['Password (', ''],
      ],
      true,
    );
    expect(error).toBeUndefined();
    const [, made = ''] = /nowhere else: (\S+)$/.exec(shown.at(-1) ?? '') ?? [];
    await portal.signIn(User_Email, made);
    expect(shown[1]).toContain('registered, made on');
    expect(shown[1]).toContain('email address verified');
  });

  it('npm run admin does not report a promotion of an account that was deleted while it asked', async () => {
    const gone = await addSignedInUser(portal, { User_Email: 'gone@example.com', origin: 'imported' });
    const store = openStore(await findPortal('local'));
    const { terminal, shown } = makeRecordedTerminal([
      ['Email address', 'gone@example.com'],
      ['Password (', ''],
    ]);
    terminal.confirm = async () => {
      await portal.connection.delete(users).where(eq(users.User_Id, gone.userId));

      return true;
    };

    await expect(
      createAdmin({ store, passwords, commonPasswords, terminal }, { wantsAnother: true }),
    ).rejects.toThrow('was deleted meanwhile');
    expect(shown.filter((line) => line.includes('is an administrator'))).toEqual([]);
    expect(await readAudit(gone.userId)).not.toContainEqual(
      expect.objectContaining({ action: 'operations.admin' }),
    );
  });

  it('npm run admin writes nothing where an administrator was added while it asked', async () => {
    const store = openStore(await findPortal('local'));
    const account = {
      User_Name: 'Late',
      User_Surname: 'Comer',
      User_Email: 'late@owconnect.example',
      passwordHash: await passwords.hash(PASSWORD),
    };

    expect(await store.addAdmin(account, { allowAnother: false })).toBeUndefined();
    expect(
      await store.addAdmin({ ...account, User_Email: 'BOSS@owconnect.example' }, { allowAnother: true }),
    ).toBe(undefined);
    expect(await store.findByEmail('late@owconnect.example')).toBeUndefined();
  });
});
