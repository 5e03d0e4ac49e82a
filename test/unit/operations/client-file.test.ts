import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { readClients } from '#operations/import/client-file.ts';
import { COLUMNS } from '#operations/import/client-line.ts';

const read = (text: string, takesPlainPasswords = true) =>
  readClients(Buffer.from(text), { takesPlainPasswords });

const HEADER = 'User_Name,User_Surname,User_Email';
const readOne = (column: string, value: string, takesPlainPasswords = true) =>
  read(`${HEADER},${column}\nThandi,Nkosi,thandi@example.com,"${value}"`, takesPlainPasswords);

describe('the import file of clients', () => {
  it('the example file is imported without a fault and shows every column', () => {
    const bytes = readFileSync('docs/customers-example.csv');
    const { clients, faults } = readClients(bytes, { takesPlainPasswords: true });

    expect(faults).toEqual([]);
    expect(bytes.toString().split(/\r?\n/)[0]?.split(',').toSorted()).toEqual(COLUMNS.toSorted());
    expect(clients).toMatchObject([
      {
        line: 2,
        OWNumber: 'OW12345',
        User_Mobile: '+27821234567',
        User_Status: 1,
        User_Debit: '120.50',
        User_Date: '2019-04-30T00:00:00.000Z',
        email_verified_at: '2019-05-02T08:15:00.000Z',
        User_Pass_Bkp: 'her old password',
        User_DOB_Year: 1985,
      },
      {
        line: 3,
        User_Status: 0,
        User_Debit: '-80.00',
        User_Debit_Due: '2026-11-30',
        email_verified_at: null,
        User_Pass_Bkp: null,
      },
      { line: 4, OWNumber: null, User_Status: 1, User_Debit: '0.00', User_Date: null, User_RegNo: null },
    ]);
  });

  it('an import file from Excel with semicolons, a byte order mark and Windows line breaks is read', () => {
    const { clients } = read(
      '\uFEFFUser_Name;User_Surname;User_Email;User_Debit\r\nZoë;Botha;zoe@example.com;12,50\r\n',
    );

    expect(clients).toMatchObject([{ User_Name: 'Zoë', User_Debit: '12.50' }]);
  });

  it('a faulty line is named by its line number in an editor, also after multi-line cells and empty lines', () => {
    const { faults } = read(
      'User_Name,User_Surname,User_Email,User_Address\nA,B,a@example.com,"1 Road\nTown"\n\nC,D,nobody,\n',
    );

    expect(faults).toEqual([{ line: 5, field: 'User_Email', sentence: 'Invalid email address' }]);
  });

  it.each([
    [
      'a column that the portal does not store',
      'User_Name,User_Surname,User_Email,User_Billing_CC\n',
      'User_Billing_CC',
    ],
    ['no column for the email address', 'User_Name,User_Surname\n', 'no column User_Email'],
    ['a column twice', 'User_Name,User_Surname,User_Email,User_Email\n', 'twice'],
    ['no content', '', 'no column User_Name'],
  ])('an import file is refused with %s', (_name, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('control characters in a column name never reach the terminal', () => {
    const column = '\u001b[2J\u001b]0;title\u0007\u009b31mRed';

    expect(() => read(`User_Name,User_Surname,User_Email,${column}\n`)).toThrow(
      'no column [2J]0;title31mRed.',
    );
  });

  it('an import file without a header line is refused, and its first line is not shown', () => {
    const password = 'her old password';

    expect(() => read(`Thandi,Nkosi,thandi@example.com,${password}\n`)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(password) }),
    );
  });

  it('an import file that is not UTF-8 is refused, because its names would be corrupted', () => {
    expect(() =>
      readClients(Buffer.from('User_Name\nZo\xeb', 'latin1'), { takesPlainPasswords: true }),
    ).toThrow('not UTF-8');
  });

  it.each([
    ['OWNumber', 'OW12 345', 'Must be OW and one to eight digits'],
    ['OWNumber', 'OW123456789', 'Must be OW and one to eight digits'],
    ['OWNumber', 'OW0077', 'the first of them not 0'],
    ['User_RegNo', '8504125009088', 'not a valid South African ID number'],
    ['User_Mobile', 'x'.repeat(101), 'at most 100 characters'],
    ['User_DOB_Month', '13', 'from 1 to 12'],
    ['User_DOB_Month', '1.5', 'from 1 to 12'],
    ['User_Status', 'active', 'Must be 1 (active) or 0 (inactive)'],
    ['User_Debit', 'R 100', 'Must be an amount'],
    ['User_Debit_Due', '30/11/2026', 'Must be a date such as 2026-11-30'],
    ['User_Debit_Due', '2026-11-31', 'Must be a date'],
    ['User_Debit_Due', '2026-11-30', 'Only a User_Debit below 0 is owed and can be due'],
    ['User_Date', '30/04/2019', 'Must be a date'],
    ['User_Date', '2999-01-01', 'Lies in the future'],
    ['user_role', 'admin', 'Only clients'],
    ['User_Pass_Bkp', 'x'.repeat(129), 'at most 128 characters'],
    ['User_Pass_Bkp', '$2y$10$abcdefghijklmnopqrstuv', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', '5f4dcc3b5aa765d61d8327deb882cf99', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', '*2470c0c06dee42fd1618bb99005adca2ec9d1e19', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', 'ab'.repeat(32), 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', 'ab'.repeat(64), 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', 'pbkdf2_sha256$600000$salt$aGFzaA==', 'a hash that the portal cannot check'],
    ['User_Pass_Bkp', 'sha1$salt$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8', 'cannot check'],
    ['User_Pass_Bkp', '5f4dcc3b5aa765d61d8327deb882cf99:salt', 'cannot check'],
    ['User_Pass_Bkp', '0x5f4dcc3b5aa765d61d8327deb882cf99', 'cannot check'],
    ['User_Pass_Bkp', 'X03MO1qnZdYdgyfeuILPmQ==', 'cannot check'],
    ['User_Pass_Bkp', 'W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'cannot check'],
    ['User_Pass_Bkp', 'sha256:1000:c2FsdA==:aGFzaA==', 'cannot check'],
    ['User_Pass_Bkp', 'crypt:rl.3StKT.4T8M', 'cannot check'],
    ['User_Pass_Bkp', 'scrypt:32768:8:1$salt$abcdef', 'cannot check'],
    ['User_Pass_Bkp', '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'cannot check'],
  ])('a line whose %s is %j is refused', (column, value, sentence) => {
    const { clients, faults } = readOne(column, value);

    expect(clients).toEqual([]);
    expect(faults).toEqual([{ line: 2, field: column, sentence: expect.stringContaining(sentence) }]);
  });

  it('a line with an impossible date of birth is refused', () => {
    const { faults } = read(
      'User_Name,User_Surname,User_Email,User_DOB_Day,User_DOB_Month\nThandi,Nkosi,thandi@example.com,31,2\n',
    );

    expect(faults).toEqual([{ line: 2, field: 'User_DOB_Day', sentence: 'There is no 31 February' }]);
  });

  it.each([
    '2muEqmTSIpATdC+WeLIC1w==',
    '2muEqmTSIpATdC+WeLIC1w',
    '2muEqmTSIpATdC-WeLIC1w',
    'qfSRajjLioE2E5TlA30I0XYZMbw=',
    'qfSRajjLioE2E5TlA30I0XYZMbw',
    '0GsjtaeZVkijC0RjLmVkkMmqr62gQeG9qgjeZw==',
    '0GsjtaeZVkijC0RjLmVkkMmqr62gQeG9qgjeZw',
    'd+jYPz1jrRPBGVmPCH08wT7B1rpAekGEgJ/U0ERSxsc=',
    'd+jYPz1jrRPBGVmPCH08wT7B1rpAekGEgJ/U0ERSxsc',
    'd-jYPz1jrRPBGVmPCH08wT7B1rpAekGEgJ_U0ERSxsc',
    'tyI+Pf/ikdUvKnryznkbYojSOGDXTvI+/WNN/5I20Rlk6/hSM7XY05zNh868aMVI',
    'tyI-Pf_ikdUvKnryznkbYojSOGDXTvI-_WNN_5I20Rlk6_hSM7XY05zNh868aMVI',
    'I9YJZ6iQ9BDK76+rgGHQpDuIJTLJEqqsivdt8HvBjgrerdk0FT0IppfgYKUUDkXOXrztB8WlAe1d8/zZJZrnpg==',
    'I9YJZ6iQ9BDK76+rgGHQpDuIJTLJEqqsivdt8HvBjgrerdk0FT0IppfgYKUUDkXOXrztB8WlAe1d8/zZJZrnpg',
    'I9YJZ6iQ9BDK76-rgGHQpDuIJTLJEqqsivdt8HvBjgrerdk0FT0IppfgYKUUDkXOXrztB8WlAe1d8_zZJZrnpg',
    'a0PZH6t4kZpeA',
    '_J9..rasmz0.F/jqjWck',
  ])('a hash of base64 or crypt is no password: %s', (hash) => {
    expect(readOne('User_Pass_Bkp', hash).faults).toMatchObject([
      { field: 'User_Pass_Bkp', sentence: expect.stringContaining('a hash that the portal cannot check') },
    ]);
  });

  it('the import takes easy passwords and our own hashes as they are, and spaces as no password', async () => {
    const hash = await passwords.hash('old');

    for (const password of [
      'a',
      '12345678',
      ' x ',
      'R$5$more',
      '{curly}',
      'beef'.repeat(3),
      'Johannesburg1',
      'correct-horse-battery9',
      hash,
    ]) {
      expect(readOne('User_Pass_Bkp', password).clients[0]?.User_Pass_Bkp).toBe(password);
    }
    expect(readOne('User_Pass_Bkp', '   ').clients[0]?.User_Pass_Bkp).toBeNull();
  });

  it('the import takes only our own hashes as long as plain passwords were not allowed', async () => {
    const hash = await passwords.hash('old');
    const sentence =
      'This is no argon2id hash: leave it empty, or add --plain-passwords if the file has passwords as they are typed';

    expect(readOne('User_Pass_Bkp', hash, false).clients[0]?.User_Pass_Bkp).toBe(hash);
    expect(readOne('User_Pass_Bkp', '', false).faults).toEqual([]);
    for (const value of [
      'her old password',
      'scrypt:32768:8:1$salt$abcdef',
      '5f4dcc3b5aa765d61d8327deb882cf99',
    ]) {
      expect(readOne('User_Pass_Bkp', value, false).faults).toEqual([
        { line: 2, field: 'User_Pass_Bkp', sentence },
      ]);
    }
  });

  it('the faults of an import file show no value of a line', () => {
    const { faults } = read(
      `${HEADER},User_Pass_Bkp\nThandi,Nkosi,not-an-address,${'secret'.repeat(30)}\nA,B,c@example.com,"open secret`,
    );

    expect(faults).toHaveLength(3);
    expect(JSON.stringify(faults)).not.toMatch(/secret|not-an-address/);
  });
});
