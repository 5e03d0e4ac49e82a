import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeUserListQuery } from '#functions/adapters/database/users/user-list-query.ts';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { toUserFilter } from '#functions/domain/users/read-users.ts';
import { type UserListFilters, userListQuery } from '#shared/contract/users/user-list.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const ACCOUNTS = 30_000;
const LAST_PAGE = ACCOUNTS / 30;

let portal: TestPortal;

/**
 * Every hundredth account is called Nkosi, every tenth is inactive, every thousandth is an administrator, and mail to
 * every 301st is blocked.
 */
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.connection.execute(sql`
    insert into ${users} ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", "User_Address", "User_Status", user_role)
    select 'Thandi', case when number % 100 = 0 then 'Nkosi' else md5(number::text) end, 'user-' || number || '@example.com',
      repeat('x', 97), repeat('y', 120), (number % 10 > 0)::int, case when number % 1000 = 0 then 'admin' else 'client' end
    from generate_series(1, ${ACCOUNTS}::int) as number`);
  await portal.connection.execute(sql`
    insert into ${mailBlocks} (user_id, address, reason)
    select "User_Id", "User_Email", 'bounce' from ${users} where "User_Id" % 301 = 0`);
  await connectAsOwner().execute(sql`vacuum analyze users, mail_blocks`);
});
afterAll(() => portal.stop());

const planNode = z.object({
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
});
const explained = z.tuple([z.object({ Plan: planNode })]);

/** Counts the blocks of 8 KB that the statement reads. */
const countBlocks = async (filters: UserListFilters, page: number): Promise<number> => {
  const shown = userListQuery.parse({ page });
  const statement = makeUserListQuery(portal.connection, toUserFilter(filters, new Date()), shown);
  const { rows } = await portal.connection.execute(
    sql`explain (analyze, buffers, format json) ${statement.getSQL()}`,
  );
  const [{ Plan }] = explained.parse(JSON.parse(String(rows[0]?.['QUERY PLAN'])));

  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
};

/** Blocks are deterministic, times are not: `npm run bench` prints the times at 100,000 and 1,000,000 accounts. */
describe('a page of many users', () => {
  it('the list of users is tested on a table that is too large to read whole', async () => {
    const { rows } = await portal.connection.execute(sql`select pg_relation_size('users') / 8192 as blocks`);
    expect(rows[0]?.blocks).toBeGreaterThan(1_200);
  });

  it.each<[string, UserListFilters, number, number]>([
    ['the first page', {}, 1, 250],
    ['the middle page', {}, LAST_PAGE / 2, 250],
    ['the last page', {}, LAST_PAGE, 250],
    ['the administrators', { role: 'admin' }, 1, 300],
    ['the inactive users', { status: 'inactive' }, 1, 600],
    ['the last page of the inactive users', { status: 'inactive' }, LAST_PAGE / 10, 600],
    ['the users whose mail is blocked', { mail: 'blocked' }, 1, 600],
    [
      'the last page of the active users whose mail is blocked',
      { mail: 'blocked', status: 'active' },
      3,
      600,
    ],
    ['a search', { search: 'nkosi' }, 1, 900],
    ['a search with a filter', { search: 'nkosi', status: 'active' }, 1, 900],
    ['a search that all users match', { search: 'example' }, 1, 700],
    ['the middle of a search that all users match', { search: 'example' }, LAST_PAGE / 2, 700],
    ['a search without a match', { search: 'zzzzzz' }, 1, 250],
    ['a search of two letters', { search: 'nk' }, 1, 900],
  ])('users are listed without reading most of the table: %s', async (_, filters, page, blocksMax) => {
    expect(await countBlocks(filters, page)).toBeLessThan(blocksMax);
  });
});
