import type { TestPortal } from '#test/support/portal/portal.ts';
import { moneyCalls } from './money-calls.ts';

/** Deletes a client after writing off all that they owe, if they owe anything. */
export const deleteSettled = async (
  portal: Pick<TestPortal, 'call'>,
  admin: { cookie: string },
  userId: number,
) => {
  await moneyCalls(portal, admin).writeOffClients([userId]);

  return portal.call('DELETE', `/api/admin/users/${userId}`, admin);
};
