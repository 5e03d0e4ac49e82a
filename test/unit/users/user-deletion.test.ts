import { describe, expect, it } from 'vitest';
import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import { makeAccount, makeFakeAccounts } from '#test/support/fake-accounts.ts';

const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const NOW = new Date('2026-11-20T08:00:00Z');
const CLIENT_ID = 7;
const OTHER_ADMIN_ID = 2;

const open = ({ ownStatus = 1 } = {}) =>
  makeFakeAccounts([
    makeAccount({ User_Id: ADMIN.userId, user_role: 'admin', User_Status: ownStatus }),
    makeAccount({ User_Id: OTHER_ADMIN_ID, user_role: 'admin' }),
    makeAccount({ User_Id: CLIENT_ID }),
  ]);

describe('deleting an account', () => {
  it.each([
    ['a client', CLIENT_ID],
    ['one of two active administrators', OTHER_ADMIN_ID],
  ])('takes %s, keeps the invoices for nobody, and is audited', async (_, userId) => {
    const { state, database } = open();
    await deleteUser({ database, supportSettings: { isOn: true } }, ADMIN, userId, NOW);

    expect(state.accounts.map(({ User_Id }) => User_Id)).not.toContain(userId);
    expect(state.accounts).toHaveLength(2);
    expect(state.retained).toEqual([userId]);
    expect(state.contactJobs).toEqual([userId]);
    expect(state.audits).toEqual([
      { actorId: ADMIN.userId, action: 'users.delete', record: `user ${userId}`, address: ADMIN.address },
    ]);
  });

  it('asks nothing of a helpdesk that is not there', async () => {
    const { state, database } = open();
    await deleteUser({ database, supportSettings: { isOn: false } }, ADMIN, CLIENT_ID, NOW);

    expect(state.contactJobs).toEqual([]);
  });

  it.each([
    ["an administrator's own", ADMIN.userId, {}, 'You cannot delete your own account.'],
    // Another administrator has just deactivated the one who asks.
    [
      "the last active administrator's",
      OTHER_ADMIN_ID,
      { ownStatus: 0 },
      'You cannot delete the last active administrator.',
    ],
    ["nobody's", 999, {}, 'User not found'],
  ])('is refused if it is %s, and leaves everything as it was', async (_, userId, statuses, message) => {
    const { state, database } = open(statuses);
    const before = structuredClone(state);

    await expect(
      deleteUser({ database, supportSettings: { isOn: true } }, ADMIN, userId, NOW),
    ).rejects.toThrow(message);
    expect(state).toEqual(before);
  });
});
