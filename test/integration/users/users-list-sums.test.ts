import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { dayAfter } from '#shared/dates.ts';
import type { MailBlockReason } from '#shared/mails/mail-kinds.ts';
import { startOfMonth } from '#shared/months.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const NOW = new Date();
const [YESTERDAY, TODAY] = [dayAfter(NOW, -1), dayAfter(NOW, 0)];
const MONTH = startOfMonth(NOW).getTime();
const CLIENTS = 70;

let portal: TestPortal;
let admin: { userId: number; cookie: string };
/** The User_Id of the client at each position; the admin is none of them. */
let ids: number[];

/** Amount, due date and status of the open and other invoices, by the client's position. */
const INVOICES: Record<number, [string, string, string][]> = {
  3: [
    ['10.10', YESTERDAY, 'pending'],
    ['0.20', TODAY, 'pending'],
  ],
  4: [
    ['999.00', YESTERDAY, 'paid'],
    ['999.00', YESTERDAY, 'void'],
  ],
  5: [['10.30', TODAY, 'pending']],
  6: [['10.30', TODAY, 'pending']],
  40: [['5000.00', YESTERDAY, 'pending']],
};
/** The statuses of the services, by the client's position. */
const SERVICES: Record<number, string[]> = {
  3: ['active', 'active', 'suspended'],
  7: ['active'],
  8: ['inactive', 'pending'],
  40: ['active'],
};

/** The address whose mail is blocked, and why, by the client's position. */
const BLOCKS: Record<number, [string, MailBlockReason]> = {
  3: ['client-3@example.com', 'bounce'],
  5: ['client-5@example.com', 'complaint'],
  6: ['an-earlier-one@example.com', 'bounce'],
  14: ['client-14@example.com', 'not-me'],
  41: ['client-41@example.com', 'brought-back'],
};

/** 70 clients with names from A to C; every seventh is inactive, and the last two are new this month. */
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, {
    user_role: 'admin',
    User_Name: 'Zeno',
    User_Date: '2020-01-01T00:00:00.000Z',
  });
  const added = await portal.connection
    .insert(users)
    .values(
      Array.from({ length: CLIENTS }, (_, position) => ({
        User_Name: ['Cara', 'Anna', 'Ben'][position % 3] ?? '',
        User_Surname: position === 12 ? 'Abel' : 'Nkosi',
        User_Email: `${position === 41 ? 'Client' : 'client'}-${position}@example.com`,
        User_Status: position % 7 === 0 ? 0 : 1,
        User_Pass_Bkp: 'x',
        User_Date: new Date(position < CLIENTS - 2 ? MONTH - 1 : MONTH).toISOString(),
      })),
    )
    .returning({ id: users.User_Id });
  ids = added.map(({ id }) => id);
  const all = <Row>(rows: Record<number, Row[]>) =>
    Object.entries(rows).flatMap(([position, of]) =>
      of.map((row) => ({ user_id: idAt(Number(position)), row })),
    );
  for (const [position, rows] of Object.entries(INVOICES)) {
    await addInvoices(
      portal,
      idAt(Number(position)),
      rows.map(([total_amount, due_date, status]) => ({ total_amount, due_date, status })),
    );
  }
  await portal.connection
    .insert(services)
    .values(
      all(SERVICES).map(({ user_id, row: status }) => ({ user_id, service_category: 'SIM Card', status })),
    );
  await portal.connection.insert(mailBlocks).values([
    ...Object.entries(BLOCKS).map(([position, [address, reason]]) => ({
      user_id: idAt(Number(position)),
      address,
      reason,
    })),
    { user_id: idAt(3), address: 'an-earlier-one@example.com', reason: 'complaint' },
  ]);
});
afterAll(() => portal.stop());

const idAt = (position: number): number => ids[position] ?? expect.unreachable();

interface Row {
  User_Id: number;
  User_Name: string;
  User_Surname: string;
  owed: number;
  overdue: number;
  services: number;
  mailComesBack: boolean;
}

const list = async (query: string): Promise<{ users: Row[]; counts: { filtered: number } }> => {
  const { status, body } = await portal.call('GET', `/api/admin/users?${query}`, admin);
  expect(status).toBe(200);

  return body;
};
const positionsOf = (rows: readonly { User_Id: number }[]) => rows.map(({ User_Id }) => ids.indexOf(User_Id));

/** Reads all pages of 30, and expects that they show each account once. */
const readAll = async (query: string): Promise<Row[]> => {
  const rows = [];
  for (const page of [1, 2, 3]) {
    rows.push(...(await list(`${query}&page=${page}`)).users);
  }
  expect(new Set(rows.map(({ User_Id }) => User_Id)).size).toBe(CLIENTS + 1);
  expect((await list(`${query}&page=4`)).users).toEqual([]);

  return rows;
};

describe('the sums of the list of users', () => {
  it.each([
    [3, { owed: 10.3, overdue: 10.1, services: 2 }],
    [4, { owed: 0, overdue: 0, services: 0 }],
    [5, { owed: 10.3, overdue: 0, services: 0 }],
    [6, { owed: 10.3, overdue: 0, services: 0 }],
    [8, { owed: 0, overdue: 0, services: 0 }],
    [40, { owed: 5000, overdue: 5000, services: 1 }],
  ])(
    'only open invoices count as owed, and only services that are active count: client %i',
    async (position, sums) => {
      const {
        users: [row],
      } = await list(`search=client-${position}@`);

      expect(row).toMatchObject(sums);
    },
  );
});

describe('the order of the list of users', () => {
  const by = (compare: (a: Row, b: Row) => number, direction: 1 | -1) => (a: Row, b: Row) =>
    direction * (compare(a, b) || a.User_Id - b.User_Id);
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  const orders: Record<string, (a: Row, b: Row) => number> = {
    joined: () => 0,
    name: (a, b) => text(a.User_Name, b.User_Name) || text(a.User_Surname, b.User_Surname),
    owed: (a, b) => a.owed - b.owed,
    services: (a, b) => a.services - b.services,
  };
  const cases = Object.keys(orders).flatMap((sort) => [`sort=${sort}&order=asc`, `sort=${sort}&order=desc`]);

  it.each(cases)('all pages of users are sorted by %s, and equal users by their User_Id', async (query) => {
    const rows = await readAll(query);
    const [, sort = '', order] = /sort=(\w+)&order=(\w+)/.exec(query) ?? [];
    const compare = orders[sort] ?? expect.unreachable();

    expect(positionsOf(rows)).toEqual(positionsOf(rows.toSorted(by(compare, order === 'asc' ? 1 : -1))));
  });

  it('the newest users are first unless an order is requested', async () => {
    expect((await list('')).users).toEqual((await list('sort=joined&order=desc')).users);
  });

  it.each(cases)('the users that match a search, a role and a status are sorted by %s', async (query) => {
    const filters = 'search=client&role=client&status=active';
    const all = (await readAll(query)).filter((row) => {
      const position = ids.indexOf(row.User_Id);

      return position >= 0 && position % 7 > 0;
    });

    for (const page of [1, 2]) {
      const answer = await list(`${query}&${filters}&page=${page}`);
      expect(positionsOf(answer.users)).toEqual(positionsOf(all).slice((page - 1) * 30, page * 30));
      expect(answer.counts.filtered).toBe(all.length);
    }
  });
});

describe('the groups of the list of users', () => {
  it.each([
    ['only=owing', [40, 6, 5, 3]],
    ['only=overdue', [40, 3]],
    ['only=new-this-month', [69, 68]],
    ['only=owing&sort=owed&order=desc', [40, 6, 5, 3]],
    ['only=owing&sort=owed&order=asc', [3, 5, 6, 40]],
    ['only=owing&sort=services&order=desc', [3, 40, 6, 5]],
    ['only=owing&sort=services&order=asc', [5, 6, 40, 3]],
    ['only=overdue&sort=name&order=asc', [40, 3]],
    ['only=overdue&search=client-4', [40]],
    ['only=overdue&role=admin', []],
    ['only=owing&status=inactive', []],
    ['mail=blocked', [41, 14, 5, 3]],
    ['mail=blocked&sort=owed&order=desc', [5, 3, 41, 14]],
    ['mail=blocked&sort=owed&order=asc', [14, 41, 3, 5]],
    ['mail=blocked&sort=services&order=desc', [3, 41, 14, 5]],
    ['mail=blocked&sort=name&order=asc', [5, 14, 41, 3]],
    ['mail=blocked&status=active', [41, 5, 3]],
    ['mail=blocked&role=admin', []],
    ['mail=blocked&search=client-4', [41]],
    ['mail=blocked&only=owing', [5, 3]],
  ])('the users of %s are listed and counted', async (query, positions) => {
    const { users: rows, counts } = await list(query);

    expect(positionsOf(rows)).toEqual(positions);
    expect(counts.filtered).toBe(positions.length);
  });

  it('the dashboard counts the users whose mail is blocked, and every list marks them alone', async () => {
    const { body } = await portal.call('GET', '/api/admin/figures/counts', { cookie: admin.cookie });
    const { users: rows } = await list('limit=100');

    expect(body.blockedAddresses).toBe(4);
    expect(positionsOf(rows.filter(({ mailComesBack }) => mailComesBack))).toEqual([41, 14, 5, 3]);
  });

  it('a user without an active service counts as one without services', async () => {
    const { users: rows, counts } = await list('only=no-services&limit=100');

    expect(rows.every((row) => row.services === 0)).toBe(true);
    expect(positionsOf(rows)).toContain(8);
    expect(counts.filtered).toBe(CLIENTS + 1 - 3);
  });

  it('sorted and narrowed users are listed in two database calls', async () => {
    for (const query of [
      'sort=owed',
      'sort=name&order=asc',
      'only=overdue&sort=services&search=client',
      'mail=blocked',
    ]) {
      portal.dataApi.calls.reset();
      await list(query);
      expect(portal.dataApi.calls.total).toBe(2);
    }
  });

  it.each([
    ['only=overdue', ['client-40@example.com', 'client-3@example.com']],
    ['mail=blocked&only=owing', ['client-5@example.com', 'client-3@example.com']],
  ])('the export has the users that the list shows for %s', async (query, emails) => {
    const { body } = await portal.call('GET', `/api/admin/users/export?${query}`, {
      cookie: admin.cookie,
    });
    const text = new TextDecoder().decode(body);
    const records = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    });

    expect(records.data.map(({ Email }) => Email)).toEqual(emails);
  });
});
