import { describe, expect, it } from 'vitest';
import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import type { StoredUser } from '#functions/ports/database/users/user-store.ts';
import { formatRand } from '#shared/money.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';
import { stubMail } from '#test/support/stubs/stub-mail.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const CLIENT_ID = 7;

const CLIENT = { isActiveAdmin: false, otherActiveAdmins: 1 };

/** Prepares the deletion of an account that the database locks as given; `done` lists its writes in order. */
const open = (locked: typeof CLIENT | undefined, addressToTell: string | null = null, User_Debit = 0) => {
  const done: unknown[] = [];
  const mail = stubMail();
  const database = stubDatabase({
    users: {
      lockWithAdmins: async () => locked,
      find: async () => ({ User_Debit }) as StoredUser,
      delete: async (userId, { queuesContact }) => {
        done.push(['delete', userId, { queuesContact }]);

        return { OWNumber: 'OW10007', User_Date: '2026-01-02T03:04:05.000Z', addressToTell };
      },
    },
    mails: mail.mails,
    invoices: { retainAllOf: async (userId) => void done.push(['retain invoices', userId]) },
    journal: { record: async (audit) => void done.push(['audit', audit]) },
  });

  return {
    done,
    mail,
    remove: ({ userId = CLIENT_ID, isOn = true } = {}) =>
      deleteUser(
        { database, supportSettings: { isOn }, note: (note) => void done.push(['log', note]), ...mail.ports },
        ADMIN,
        userId,
        NOW,
      ),
  };
};

describe('deleting an account', () => {
  it.each([
    ['a client', CLIENT],
    ['one of two active administrators', { isActiveAdmin: true, otherActiveAdmins: 1 }],
  ])('deleting %s first retains the invoices, then is audited and noted for the log', async (_, locked) => {
    const { done, remove } = open(locked);
    await remove();

    expect(done).toEqual([
      ['retain invoices', CLIENT_ID],
      ['delete', CLIENT_ID, { queuesContact: true }],
      [
        'audit',
        {
          actorId: ADMIN.userId,
          action: 'users.delete',
          record: `user ${CLIENT_ID}`,
          address: ADMIN.address,
        },
      ],
      [
        'log',
        {
          account: { id: CLIENT_ID, owNumber: 'OW10007', deletedMadeAt: '2026-01-02T03:04:05.000Z' },
        },
      ],
    ]);
  });

  it.each([
    ['orders a mail without an account to its address', 'thandi@example.com', 1],
    ['orders no mail if its address is not verified, or gets none', null, 0],
  ])('deleting a client %s', async (_, addressToTell, mails) => {
    const { mail, remove } = open(CLIENT, addressToTell);
    await remove();

    const order = { kind: 'account-closed', userId: null, recipient: addressToTell };
    expect(mail.ordered).toEqual([order].slice(0, mails));
    expect(mail.sent).toHaveLength(mails);
  });

  it('deleting a client queues no contact for deletion where the helpdesk is off', async () => {
    const { done, remove } = open(CLIENT);
    await remove({ isOn: false });

    expect(done).toContainEqual(['delete', CLIENT_ID, { queuesContact: false }]);
  });

  it.each([
    [
      'an administrator deletes their own account',
      CLIENT,
      ADMIN.userId,
      'You cannot delete your own account.',
    ],
    [
      'it is the last active administrator',
      { isActiveAdmin: true, otherActiveAdmins: 0 },
      2,
      'You cannot delete the last active administrator.',
    ],
    ['it does not exist', undefined, 999, 'User not found'],
  ])('deleting an account is refused and writes nothing if %s', async (_, locked, userId, message) => {
    const { done, remove } = open(locked);

    await expect(remove({ userId })).rejects.toThrow(message);
    expect(done).toEqual([]);
  });

  it.each([
    ['has credit', 1234.5, 'has_credit', `Please refund ${formatRand(123_450)} first.`],
    ['owes', -0.01, 'owes', `Please write off or credit ${formatRand(1)} first.`],
  ])('an account that %s is not deleted, and nothing is written', async (_, balance, code, message) => {
    const { done, remove } = open(CLIENT, null, balance);

    await expect(remove()).rejects.toMatchObject({ code, message });
    expect(done).toEqual([]);
  });
});
