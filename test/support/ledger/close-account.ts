import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { writeAccount } from './write-account.ts';

/** Deletes a client after writing off on a day what they owe and paying back their credit. */
export const closeAccount = async (
  portal: TestPortal,
  admin: { cookie: string },
  userId: number,
  day: string,
): Promise<void> => {
  await portal.connection.execute(sql`
    insert into ledger_entries (item_id, user_id, kind, date, amount)
    select id, user_id, 'write-off', ${day}::date, due from ledger_items where user_id = ${userId} and due > 0`);
  const { body } = await portal.call('GET', `/api/users/${userId}/debt`, admin);
  if (body.credit > 0) {
    await writeAccount(portal, userId).refund(day, Math.round(body.credit * 100));
  }
  expect(await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).toMatchObject({ status: 204 });
};
