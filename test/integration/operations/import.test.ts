import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { importCommand } from '#operations/import/import-command.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-import-'));
const file = join(folder, 'customers.csv');
const report = () => readFileSync(join(folder, 'customers.report.csv'), 'utf8').trim().split('\r\n').slice(1);
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  process.env.DATA_DIR = portal.dataFolder;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.stop();
});

const run = async (lines: string[], ...flags: string[]) => {
  writeFileSync(file, `OWNumber,User_Name,User_Surname,User_Email,User_Pass_Bkp\n${lines.join('\n')}\n`);
  const { terminal, shown } = makeRecordedTerminal();
  const error = await importCommand(['local', file, '--plain-passwords', ...flags], terminal).catch(
    ({ message }) => message,
  );

  return { summary: shown.at(-1), shown: shown.join('\n'), error };
};

const readAll = () => portal.connection.select().from(users).orderBy(asc(users.User_Id));

const CLIENTS = 300;
const line = (position: number, password = '') =>
  `OW${30_000 + position},Client,Number ${position},client${position}@example.com,${password}`;
const lines = Array.from({ length: CLIENTS }, (_, position) =>
  line(position, position < 3 ? `pw ${position}` : ''),
);

describe('npm run import', () => {
  it('npm run import --dry-run writes nothing, and says what it would do', async () => {
    const { summary, error } = await run([...lines, 'OW1,,No name,x@example.com,'], '--dry-run');

    expect(summary).toContain(`Would add ${CLIENTS}, skipped 0 that are there already, refused 1.`);
    expect(error).toBe('Nothing was written.');
    expect(report()).toEqual([`${CLIENTS + 2},refused,User_Name,First name is required`]);
    expect(await readAll()).toEqual([]);
    const { rows } = await connectAsOwner().execute(sql`select last_value from ow_number_seq`);
    expect(rows).toEqual([{ last_value: 10_001 }]);
  });

  it('npm run import writes clients with their OW numbers and hashes of their old passwords, which sign in', async () => {
    const { summary, shown, error } = await run(lines);

    expect(error).toBeUndefined();
    expect(summary).toContain(`Added ${CLIENTS}, skipped 0`);
    expect(shown).toContain('250 of 300 lines');
    expect(shown).not.toContain('pw 1');
    const stored = await readAll();
    expect(stored.map(({ OWNumber }) => OWNumber)).toEqual(lines.map((text) => text.split(',')[0]));
    expect(stored.every(({ User_Pass_Bkp }) => User_Pass_Bkp.startsWith('$argon2id$'))).toBe(true);
    expect(stored.every((row) => row.user_role === 'client' && row.email_verified_at === null)).toBe(true);
    expect(
      stored.every(({ origin, privacy_version }) => origin === 'imported' && privacy_version === null),
    ).toBe(true);
    expect(await countRows(portal, mails)).toBe(0);
    expect(await countRows(portal, jobs)).toBe(0);
    await portal.signIn('CLIENT1@example.com', 'pw 1');
    await portal.signIn('OW30002', 'pw 2');
  });

  it('npm run import lets nobody sign in whose line had no password', async () => {
    for (const password of [' ', 'undefined', 'null', '$argon2id$']) {
      await expect(portal.signIn('client5@example.com', password)).rejects.toThrow('Invalid credentials');
    }
  });

  it('npm run import audits each client without values', async () => {
    const rows = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'operations.import'));

    expect(rows).toHaveLength(CLIENTS);
    expect(rows[0]).toMatchObject({ actor_id: null, changes: [], address: 'terminal' });
    expect(rows.map(({ record }) => record)).toContain(`user ${(await readAll())[7]?.User_Id}`);
  });

  it('npm run import moves the sequence of OW numbers past the highest imported one', async () => {
    const id = await addUser(portal, { User_Email: 'new@example.com' });
    const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, id));

    expect(row?.OWNumber).toBe('OW30300');
  });

  it('npm run import changes nothing in a second run, not even a password that was changed since', async () => {
    const changed = await passwords.hash('changed since');
    await portal.connection
      .update(users)
      .set({ User_Pass_Bkp: changed })
      .where(eq(users.OWNumber, 'OW30001'));
    const before = await readAll();
    const { summary, error } = await run(lines);

    expect(error).toBeUndefined();
    expect(summary).toContain(`Added 0, skipped ${CLIENTS} that are there already, refused 0.`);
    expect(report()[0]).toBe('2,skipped,,"Is in the portal already, as OW30000"');
    expect(await readAll()).toEqual(before);
  });

  it('npm run import finishes the work of a killed run', async () => {
    await portal.connection
      .delete(users)
      .where(sql`${users.OWNumber} >= 'OW30250' and ${users.OWNumber} < 'OW30300'`);

    expect((await run(lines)).summary).toContain('Added 50, skipped 250');
  });

  it('npm run import refuses only the lines that conflict with the portal or with the file', async () => {
    const before = await readAll();
    const { error } = await run([
      'OW30001,Other,Address,other@example.com,',
      'OW40001,Other,Number,CLIENT2@example.com,',
      'ow40002,Good,Line,good@example.com,',
      'OW40003,Same,Address,GOOD@example.com,',
      'OW40002,Same,Number,same@example.com,',
      ',No,Number,client4@example.com,',
      ',Number,Given,given@example.com,',
    ]);

    expect(error).toBe('The refused lines were not written.');
    expect(report()).toEqual([
      '2,refused,OWNumber,OW30001 has another email address in the portal',
      '3,refused,User_Email,OW30002 has this email address in the portal',
      '5,refused,User_Email,Stands in line 4 already',
      '6,refused,OWNumber,Stands in line 4 already',
      '7,skipped,,"Is in the portal already, as OW30004"',
    ]);
    const added = (await readAll()).slice(before.length);
    expect(added.map(({ OWNumber }) => OWNumber)).toEqual(['OW40002', 'OW40003']);
  });

  it('npm run import refuses the line of a client whose address a stranger may have registered', async () => {
    await addUser(portal, { User_Email: 'thandi@client.example' });
    await addUser(portal, { User_Email: 'sipho@client.example', OWNumber: 'OW50000' });
    await addUser(portal, {
      User_Email: 'proved@client.example',
      OWNumber: 'OW50001',
      email_verified_at: '2026-11-20T08:00:00Z',
    });
    const { error } = await run([
      ',Thandi,Nkosi,THANDI@client.example,',
      'OW50000,Sipho,Dube,sipho@client.example,',
      ',Proved,Address,proved@client.example,',
    ]);

    expect(error).toBe('The refused lines were not written.');
    expect(report()).toEqual([
      expect.stringMatching(
        /^2,refused,User_Email,.*registered by somebody who has not proved that this address is theirs/,
      ),
      expect.stringMatching(/^3,refused,User_Email,.*has not proved/),
      '4,skipped,,"Is in the portal already, as OW50001"',
    ]);
  });

  it('npm run import writes each balance as the opening entry of its account on the day given, with the day until which it is due', async () => {
    writeFileSync(
      file,
      [
        'OWNumber,User_Name,User_Surname,User_Email,User_Debit,User_Debit_Due,User_Date',
        'OW60001,In,Credit,credit@example.com,120.50,,2019-04-30',
        'OW60002,In,Debt,debt@example.com,-80,2026-11-30,2021-11-15',
        'OW60003,Without,Balance,none@example.com,0,,2021-11-15',
        'OW60004,Owing,Nothing,nothing@example.com,10,2026-11-30,',
      ].join('\n'),
    );
    const { terminal, shown } = makeRecordedTerminal();
    await expect(importCommand(['local', file], terminal)).rejects.toThrow(
      'The file has balances. Please add the day on which they were so: --taken-on <day>.',
    );
    await expect(importCommand(['local', file, '--taken-on', '2026-10-31'], terminal)).rejects.toThrow(
      'The refused lines were not written.',
    );
    const { rows } = await portal.connection.execute(sql`
      select "OWNumber" as number, "User_Debit"::text as balance, kind, date::text, amount::text, due_date::text
      from users left join ledger_entries on user_id = "User_Id" where "OWNumber" like 'OW6000_' order by number`);

    expect(shown.join('\n')).toContain(
      'line 5: User_Debit_Due: Only a User_Debit below 0 is owed and can be due',
    );
    expect(shown.join('\n')).toMatch(
      /^Opening balances of the clients added: R\s80,00 owed, R\s120,50 of credit\.$/m,
    );
    expect(rows).toEqual([
      {
        number: 'OW60001',
        balance: '120.50',
        kind: 'opening',
        date: '2026-10-31',
        amount: '120.50',
        due_date: null,
      },
      {
        number: 'OW60002',
        balance: '-80.00',
        kind: 'opening',
        date: '2026-10-31',
        amount: '-80.00',
        due_date: '2026-11-30',
      },
      { number: 'OW60003', balance: '0.00', kind: null, date: null, amount: null, due_date: null },
    ]);
  });

  it.each([
    ['2026-02-30', '--taken-on must be a day such as 2026-10-31.'],
    ['0000-01-01', '--taken-on must be a day such as 2026-10-31.'],
    ['31/10/2026', '--taken-on must be a day such as 2026-10-31.'],
    [dayFromToday(1), '--taken-on must not be in the future.'],
  ])('npm run import refuses balances of the day %s and writes nothing', async (day, sentence) => {
    const { error } = await run(['OW70001,Of,Tomorrow,tomorrow@example.com,'], '--taken-on', day);

    expect(error).toBe(sentence);
    expect((await readAll()).filter(({ OWNumber }) => OWNumber === 'OW70001')).toEqual([]);
  });

  it('npm run import takes today as the day of the balances', async () => {
    const { error } = await run(['OW70002,Of,Today,today@example.com,'], '--taken-on', dayFromToday(0));

    expect(error).toBeUndefined();
  });

  it('npm run import says which argument is missing or wrong', async () => {
    const { terminal } = makeRecordedTerminal();

    await expect(importCommand(['local'], terminal)).rejects.toThrow('Usage: npm run import');
    await expect(importCommand(['local', 'no.csv'], terminal)).rejects.toThrow('no.csv cannot be read.');
    await expect(importCommand(['local', file, '--force'], terminal)).rejects.toThrow(
      'Usage: npm run import',
    );
    process.env.DATA_DIR = folder;
    await expect(importCommand(['local', file], terminal)).rejects.toThrow('No portal runs on');
  });
});
