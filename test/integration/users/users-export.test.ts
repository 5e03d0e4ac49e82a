import { desc, sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords, readCsvText } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const exportUsers = (query = '', cookie = admin.cookie) =>
  portal.call('GET', `/api/admin/users/export${query}`, { cookie });

describe('the export of users', () => {
  it('users are exported as a CSV file named after the day, in UTF-8 with a byte order mark and CRLF', async () => {
    const { status, headers, body } = await exportUsers();

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=users-\d{4}-\d\d-\d\d\.csv$/);
    const text = readCsvText(body);
    expect(text.startsWith('\uFEFFOW number,Name,')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('an export has eleven columns of each account, without ID number, address or birth date', async () => {
    await addUser(portal, {
      User_Name: 'Zoë',
      User_Surname: 'O"Brien, Jr',
      User_Email: 'zoe@export.example',
      User_Mobile: '+27821234567',
      User_Org: 'Two\nlines',
      User_Debit: '-12.50',
      OWNumber: 'OW777777',
      User_Date: '2026-01-31T22:30:00.000Z',
      User_Status: 0,
      User_RegNo: '8001015009087',
      User_Address: '1 Secret Street',
      User_Town: 'Hiddentown',
      User_DOB_Year: 1980,
    });

    const { body } = await exportUsers('?search=zoe@export');

    expect(readCsvRecords(body)).toEqual([
      {
        'OW number': 'OW777777',
        Name: 'Zoë',
        Surname: 'O"Brien, Jr',
        Email: 'zoe@export.example',
        'Email verified': 'No',
        Mobile: '0821234567',
        Company: 'Two\nlines',
        Role: 'client',
        Status: 'Inactive',
        'Credit balance': '-12.50',
        Registered: '2026-02-01',
      },
    ]);
    expect(readCsvText(body)).not.toMatch(/8001015009087|Secret|Hiddentown|1980/);
  });

  it("no formula is exported, whichever separator the office's spreadsheet splits cells at", async () => {
    const attacks = ['=1+1', "x;=cmd|' /C calc'!A0;", '\t@SUM(A1)', 'a\n-1', 'x;"＝1+1";'];
    for (const [index, attack] of attacks.entries()) {
      await addUser(portal, {
        User_Email: `${index}@formula.example`,
        User_Name: 'Jean-Luc',
        User_Surname: attack,
        User_Org: attack,
        User_Mobile: '+44 20 7946 0000',
      });
    }

    const { body } = await exportUsers('?search=formula.example');

    for (const delimiter of [',', ';']) {
      const cells = Papa.parse<string[]>(readCsvText(body).slice(1), { delimiter }).data.flat();
      expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    }
    expect(readCsvRecords(body).map(({ Name, Surname, Mobile }) => [Name, Surname, Mobile])).toContainEqual([
      'Jean-Luc',
      "x;'=cmd|' /C calc'!A0;",
      "'+44 20 7946 0000",
    ]);
  });

  it('the users that the filters of the list select are exported', async () => {
    await addUser(portal, { User_Email: 'on@filter.example' });
    await addUser(portal, { User_Email: 'off@filter.example', User_Status: 0 });

    const { body } = await exportUsers('?search=filter.example&status=inactive&role=client');

    expect(readCsvRecords(body).map((record) => record.Email)).toEqual(['off@filter.example']);
  });

  it('an export over 10 000 users is refused with their count, and 900 users from several pages are whole', async () => {
    await portal.connection.execute(sql`
      insert into ${users} ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp")
      select 'T', 'N', number || case when number <= 900 then '@paged' else '@' end || '.bulk.example', 'x'
      from generate_series(1, ${EXPORT_ROWS_MAX + 1}::int) as number`);

    expect(await exportUsers('?search=bulk.example')).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          '10\u00a0001 users match, and an export holds at most 10\u00a0000. Please narrow the search or the filters.',
      },
    });

    const { status, body } = await exportUsers('?search=paged.bulk.example');

    expect(status).toBe(200);
    const numbers = readCsvRecords(body).map(({ Email }) => Number.parseInt(Email ?? '', 10));
    expect(numbers).toEqual(Array.from({ length: 900 }, (_, index) => 900 - index));
  });

  it('an export of users is in the audit log with the number of rows', async () => {
    const { body } = await exportUsers('?role=admin');

    const [last] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(last).toMatchObject({
      actor_id: admin.userId,
      action: 'users.export',
      changes: { rows: readCsvRecords(body).length },
    });
  });

  it('the export of users is refused to a client', async () => {
    const client = await addSignedInUser(portal);

    expect(await exportUsers('', client.cookie)).toMatchObject({ status: 403 });
  });
});
