import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
/** User_Ids, the newest first. */
let everybody: number[];

/** 71 accounts: the admin and 70 clients, of whom every seventh is inactive. */
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin', User_Name: 'Ada', User_Surname: 'Admin' });
  const clients = Array.from({ length: 70 }, (_, position) => ({
    User_Name: position === 5 ? 'Nomvula' : 'Thandi',
    User_Surname: position === 6 ? '100%_Sure' : 'Nkosi',
    User_Email: `client-${position}@example.com`,
    User_Mobile: position === 7 ? '+27831112222' : '+27821234567',
    User_Org: position === 8 ? 'Ubuntu Textiles (Pty) Ltd' : null,
    User_RegNo: '8001015009087',
    User_Address: '1 Secret Street',
    User_Status: position % 7 === 0 ? 0 : 1,
    User_Pass_Bkp: 'x',
  }));
  const added = await portal.connection.insert(users).values(clients).returning({ id: users.User_Id });
  everybody = [admin.userId, ...added.map(({ id }) => id)].reverse();
});
afterAll(() => portal.stop());

const list = async (query = '') => {
  const { status, body } = await portal.call('GET', `/api/admin/users${query}`, admin);
  expect(status).toBe(200);

  return body;
};
const idsOf = ({ users: rows }: { users: { User_Id: number }[] }) => rows.map(({ User_Id }) => User_Id);

describe('the list of users', () => {
  it.each([1, 2, 3])('page %i has the users that follow the page before, newest first', async (page) => {
    const answer = await list(`?page=${page}`);

    expect(idsOf(answer)).toEqual(everybody.slice((page - 1) * 30, page * 30));
    expect(answer).toMatchObject({ total: 71, page, limit: 30 });
  });

  it.each([60, 100])('a page of %i users is listed', async (limit) => {
    expect(idsOf(await list(`?limit=${limit}`))).toEqual(everybody.slice(0, limit));
  });

  it.each(['', '&role=client', '&search=nkosi'])(
    'a page beyond the last one has no users but all counts (filter "%s")',
    async (filter) => {
      const answer = await list(`?page=9${filter}`);

      expect(answer.users).toEqual([]);
      expect(answer.counts).toMatchObject({ total: 71, active: 61, admins: 1 });
    },
  );

  it.each([
    ['', { total: 71, active: 61, admins: 1, filtered: 71 }],
    ['?role=admin', { total: 71, active: 61, admins: 1, filtered: 1 }],
    ['?role=client', { total: 71, active: 61, admins: 1, filtered: 70 }],
    ['?status=inactive', { total: 71, active: 61, admins: 1, filtered: 10 }],
    ['?status=active&role=client', { total: 71, active: 61, admins: 1, filtered: 60 }],
    ['?search=thandi&status=inactive', { total: 71, active: 61, admins: 1, filtered: 10 }],
    ['?search=nobody', { total: 71, active: 61, admins: 1, filtered: 0 }],
  ])('all users are counted and, for "%s", those that match the filters', async (query, counts) => {
    expect((await list(query)).counts).toEqual(counts);
  });

  it.each([
    ['a part of the name', 'omvul', 5],
    ['the full name', 'nomvula nkosi', 5],
    ['the name in capitals', 'NOMVULA', 5],
    ['two letters at the beginning of the name', 'no', 5],
    ['characters that a pattern would interpret', '100%_', 6],
    ['a percent sign, which is not a wildcard', '0%_Su', 6],
    ['the mobile number as it is dialled', '083 111 2222', 7],
    ['the beginning of the mobile number', '08311', 7],
    ['the company', 'ubuntu textiles (pty)', 8],
    ['the email address', 'client-9@', 9],
  ])('a user is found by %s', async (_, search, position) => {
    const answer = await list(`?search=${encodeURIComponent(search)}`);

    expect(idsOf(answer)).toEqual([everybody[everybody.length - 2 - position]]);
    expect(answer.counts.filtered).toBe(1);
  });

  it.each(['8001015009087', 'secret street'])('no user is found by private data: %s', async (search) => {
    expect((await list(`?search=${encodeURIComponent(search)}`)).users).toEqual([]);
  });

  it('a search and a filter of users are paged without gaps or repetitions', async () => {
    const clients = everybody.filter((id) => id !== admin.userId);
    for (const filter of ['role=client', 'search=client-']) {
      const pages = [];
      for (const page of [1, 2, 3]) {
        pages.push(...idsOf(await list(`?${filter}&page=${page}`)));
      }
      expect(pages).toEqual(clients);
    }
  });

  it('users are listed without ID number, address or birth date', async () => {
    const [row] = (await list()).users;

    expect(Object.keys(row).toSorted()).toEqual(
      [
        'OWNumber',
        'User_Date',
        'User_Debit',
        'User_Email',
        'User_Id',
        'User_Mobile',
        'User_Name',
        'User_Org',
        'User_Ref',
        'User_Status',
        'User_Surname',
        'User_VAT',
        'emailVerified',
        'mailComesBack',
        'overdue',
        'owed',
        'services',
        'user_role',
      ].toSorted(),
    );
  });

  it('a list of users takes two database calls', async () => {
    for (const query of ['', '?page=3', '?search=nkosi']) {
      portal.dataApi.calls.reset();
      await list(query);
      expect(portal.dataApi.calls.total).toBe(2);
    }
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?limit=31',
    '?limit=0',
    '?role=owner',
    '?role=admin&role=client',
    '?status=gone',
    '?only=paid',
    '?mail=on',
    '?sort=email',
    '?order=up',
    `?search=${'a'.repeat(101)}`,
    '?search=%00',
  ])('a list of users is refused for the query %s', async (query) => {
    expect(await portal.call('GET', `/api/admin/users${query}`, admin)).toMatchObject({ status: 400 });
  });
});

describe('the newest accounts', () => {
  it('the ten newest accounts are listed by their date of registration, with User_Role', async () => {
    const userId = await addUser(portal, { User_Date: '2090-01-01T00:00:00.000Z', user_role: 'admin' });

    const { status, body } = await portal.call('GET', '/api/admin/recent-users', admin);

    expect(status).toBe(200);
    expect(body).toHaveLength(10);
    expect(body[0]).toMatchObject({
      User_Id: userId,
      User_Role: 'admin',
      User_Date: '2090-01-01T00:00:00.000Z',
    });
    expect(body[0]).not.toHaveProperty('user_role');
    expect(body[0]).not.toHaveProperty('User_RegNo');

    await portal.connection.delete(users).where(eq(users.User_Id, userId));
  });

  it('the newest accounts are read in two database calls', async () => {
    portal.dataApi.calls.reset();
    await portal.call('GET', '/api/admin/recent-users', admin);
    expect(portal.dataApi.calls.total).toBe(2);
  });
});
