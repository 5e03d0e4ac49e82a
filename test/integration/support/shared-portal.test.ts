import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser, makeRegistration, PASSWORD } from '#test/support/portal/accounts.ts';
import { beginFile, endFile, findFaultsOfFile, portal } from '#test/support/portal/shared-portal.ts';

/** What the file did wrong so far, which is forgotten at the end of the test. */
const findFaults = () => {
  onTestFinished(() => portal.heard.forget());

  return findFaultsOfFile();
};

const logLine = (message: string) => `{"level":"INFO","routeId":"users.list","message":"${message}"}\n`;

describe('the end of a file on the shared portal', () => {
  it('the end of a file finds nothing after calls that were answered as they should be', async () => {
    expect(await portal.call('GET', '/api/user')).toMatchObject({ status: 401 });

    expect(await findFaults()).toEqual([]);
  });

  it('the end of a file names the route that logged a password which was typed in it', async () => {
    await portal.signIn((await addAccount()).email, PASSWORD);
    process.stdout.write(logLine(`signed in with ${PASSWORD}`));

    expect(await findFaults()).toContain('A line that users.list logged shows a password that was typed');
  });

  it('the end of a file names the route whose answer shows the hash of a password', async () => {
    const { email } = await addAccount({ User_Org: '$argon2id$v=19' });
    await portal.signIn(email, PASSWORD);

    expect(await findFaults()).toContain('auth.login (200) shows the hash of a password');
  });

  it('the end of a file names a count of users that does not fit the accounts', async () => {
    const wrongCount = (accounts: number) =>
      portal.connection.execute(
        sql`insert into user_counts (role, status, accounts) values ('admin', 0, ${accounts}::int)`,
      );
    await wrongCount(1);
    const faults = await findFaults();
    await wrongCount(-1);

    expect(faults).toEqual([expect.stringMatching(/^The counts of users are wrong: admin 0: \d+ counted/)]);
  });

  it('the end of a file names the account whose balance is not the sum of its ledger', async () => {
    const userId = await addUser(portal, {});
    // The application may not, so that nothing but the ledger changes a balance.
    const setBalance = (balance: string) =>
      connectAsOwner().execute(
        sql`update users set "User_Debit" = ${balance}::numeric where "User_Id" = ${userId}::int`,
      );
    await portal.connection.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, method)
      values (${userId}::int, 'payment', '2025-02-05', 10, 'eft')`);
    await setBalance('-5');
    const faults = await findFaults();
    await setBalance('10');

    expect(faults).toEqual([expect.stringContaining(`The ledger of account ${userId} is wrong: `)]);
  });

  it('the end of a file names a setting that the file has changed or added, and a clock that it has left standing', async () => {
    vi.stubEnv('MAIL_RATE_PER_SECOND', '1');
    vi.stubEnv('OF_THIS_FILE', 'left');
    vi.useFakeTimers({ toFake: ['Date'] });
    const faults = await findFaults();
    vi.unstubAllEnvs();

    expect(faults).toEqual([
      'The setting MAIL_RATE_PER_SECOND is not what it was',
      'The setting OF_THIS_FILE is not what it was',
      'The clock is not the real one',
    ]);
    expect(vi.isFakeTimers()).toBe(false);
  });

  it.each([
    ['a new table', 'create table of_this_file (id int)', 'drop table of_this_file'],
    [
      'a new function',
      'create function of_this_file() returns int language sql return 1',
      'drop function of_this_file',
    ],
    [
      'a trigger that is switched off',
      'alter table users disable trigger zz_watch_counts',
      'alter table users enable trigger zz_watch_counts',
    ],
  ])('the end of a file finds %s', async (_, change, undo) => {
    const owner = connectAsOwner();
    await owner.execute(sql.raw(change));
    const faults = await findFaults();
    await owner.execute(sql.raw(undo));

    expect(faults).toEqual(['The schema or a role is not what it was']);
  });

  it('a found fault fails the file, and the next one gets the settings that the portal started with', async () => {
    vi.stubEnv('MAIL_RATE_PER_SECOND', '1');
    await expect(endFile()).rejects.toThrow('The setting MAIL_RATE_PER_SECOND is not what it was');

    expect(process.env.MAIL_RATE_PER_SECOND).toBe('14');
    vi.unstubAllEnvs();
  });
});

describe('a file on the shared portal', () => {
  it('a file on the shared portal cannot plant a fault, change a limit or delay a call of a stand-in', () => {
    const { dataApi, drive, freshdesk, mailbox, queue, ses } = portal;
    const plants = [
      () => dataApi.failNext('BeginTransaction', 'ServiceUnavailableError'),
      () => dataApi.delayCalls(async () => {}),
      () => drive.failNext('files.get', 503),
      () => drive.hold('files.get'),
      () => drive.setRole('reader'),
      () => drive.expireTokens(),
      () => freshdesk.failNext('tickets.list', 'hang'),
      () => freshdesk.setOutage('reset'),
      () => freshdesk.setLimits({ total: 1 }),
      () => freshdesk.delayFiles(async () => {}),
      () => queue.hold('invoice-pdf'),
      () => ses.setAfterSending([]),
      () => mailbox.plantFault('drop'),
      () => mailbox.setAccount({}),
    ];

    for (const plant of plants) {
      expect(plant).toThrow('would disturb the files that share this portal: use startTestPortal');
    }
  });

  it('a file on the shared portal has its own address, so that sign-ins that others have failed do not block it', async () => {
    const { email } = await addAccount();
    const earlier = portal;
    await Promise.all(
      Array.from({ length: 11 }, () =>
        earlier.call('POST', '/api/login', { body: { identifier: email, password: 'wrong' } }),
      ),
    );
    await expect(earlier.signIn(email, PASSWORD)).rejects.toThrow('429');

    await beginFile();

    await expect(portal.signIn(email, PASSWORD)).resolves.toContain('session=');
  });

  it('a file on the shared portal hears neither answers and log lines nor mails of the files before it', async () => {
    await portal.call('POST', '/api/register', { body: makeRegistration() });
    expect(portal.heard.answers).not.toEqual([]);
    expect(portal.heard.log).not.toEqual([]);

    await beginFile();

    expect(portal.heard.answers).toEqual([]);
    expect(portal.heard.log).toEqual([]);
    expect(portal.mailbox.listMails()).toEqual([]);
  });
});

const addAccount = async (user: Parameters<typeof addUser>[1] = {}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await addUser(portal, { User_Email: email, ...user });

  return { email };
};
