import { describe, expect, it } from 'vitest';
import { unblockSignIn, updateUser } from '#functions/domain/users/user-edits.ts';
import { PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import type { UserUpdate } from '#shared/contract/users.ts';
import { makeAccount, makeFakeAccounts } from '#test/support/fake-accounts.ts';
import { fakeCommonPasswords, fakePasswords } from '#test/support/fake-sign-in.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const CLIENT_ID = 7;
const OTHER_ADMIN_ID = 2;

/** An administrator, another one that is active unless it is said otherwise, and a client with two sessions. */
const open = ({
  otherAdminStatus = 1,
  ownStatus = 1,
  isHelpdeskOn = true,
  supportContactId = null as number | null,
} = {}) => {
  const supportSettings = { isOn: isHelpdeskOn, contactUrl: (id: number) => `https://desk.example/${id}` };
  const { state, database } = makeFakeAccounts([
    makeAccount({ User_Id: ADMIN.userId, user_role: 'admin', User_Status: ownStatus }),
    makeAccount({ User_Id: OTHER_ADMIN_ID, user_role: 'admin', User_Status: otherAdminStatus }),
    makeAccount({ User_Id: CLIENT_ID, User_Town: 'Paarl', version: 3, supportContactId, openTickets: 2 }),
  ]);
  state.sessions = [ADMIN.userId, CLIENT_ID, CLIENT_ID].map((userId, index) => ({
    id: `session ${index}`,
    userId,
    expiresAt: NOW,
  }));

  return {
    state,
    find: (userId = CLIENT_ID) => state.accounts.find(({ User_Id }) => User_Id === userId),
    sessionsOf: (userId: number) => state.sessions.filter((session) => session.userId === userId).length,
    update: (update: UserUpdate, userId = CLIENT_ID) =>
      updateUser(
        { database, supportSettings, passwords: fakePasswords, commonPasswords: fakeCommonPasswords },
        ADMIN,
        {
          userId,
          update,
        },
        NOW,
      ),
    unblock: (userId = CLIENT_ID) => unblockSignIn(database, ADMIN, userId, NOW),
  };
};

describe('an administrator', () => {
  it.each([
    ['demote', { user_role: 'client' }],
    ['deactivate', { User_Status: 0 }],
  ] as const)('cannot %s their own account, even while there are others', async (act, edit) => {
    const { state, update } = open();
    const before = structuredClone(state);

    await expect(update(edit, ADMIN.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: `You cannot ${act} your own account.`,
    });
    expect(state).toEqual(before);
  });

  it.each([
    ['demote', { user_role: 'client' }],
    ['deactivate', { User_Status: 0 }],
  ] as const)('cannot %s the last active administrator', async (act, edit) => {
    // Another administrator has just taken this one's own right away.
    const { state, update } = open({ ownStatus: 0 });
    const before = structuredClone(state);

    await expect(update(edit, OTHER_ADMIN_ID)).rejects.toMatchObject({
      code: 'conflict',
      message: `You cannot ${act} the last active administrator.`,
    });
    expect(state).toEqual(before);
  });

  it.each([
    ['demote one of two active administrators', OTHER_ADMIN_ID, { user_role: 'client' }, {}],
    ['deactivate one of two active administrators', OTHER_ADMIN_ID, { User_Status: 0 }, {}],
    [
      'demote an inactive one beside the last active',
      OTHER_ADMIN_ID,
      { user_role: 'client' },
      { otherAdminStatus: 0 },
    ],
    ['deactivate a client', CLIENT_ID, { User_Status: 0 }, { otherAdminStatus: 0 }],
    [
      'deactivate a client while no administrator is active',
      CLIENT_ID,
      { User_Status: 0 },
      { otherAdminStatus: 0, ownStatus: 0 },
    ],
    ['make a client an administrator', CLIENT_ID, { user_role: 'admin' }, {}],
    [
      'change what else stands in their own account',
      ADMIN.userId,
      { User_Town: 'Durban', User_Status: 1 },
      {},
    ],
  ] as const)('may %s', async (_, userId, edit, statuses) => {
    const { update, find } = open(statuses);

    expect(await update(edit, userId)).toMatchObject(edit);
    expect(find(userId)).toMatchObject(edit);
  });
});

describe('an edit', () => {
  it('on an older version is refused with the user as it is now, and changes nothing', async () => {
    const { state, update } = open();
    const before = structuredClone(state);

    await expect(update({ User_Town: 'Durban', user_role: 'admin', version: 2 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Somebody else has changed this user meanwhile.',
      current: {
        User_Id: CLIENT_ID,
        User_Town: 'Paarl',
        version: 3,
        support: { openTickets: 2, contactUrl: null },
      },
    });
    expect(state).toEqual(before);
  });

  it.each([
    ['on the version that is stored', { version: 3 }],
    ['without a version', {}],
  ])('%s is stored, and its version is no field of the account', async (_, expected) => {
    const { update } = open();

    expect(await update({ User_Town: 'Durban', ...expected })).toMatchObject({
      User_Town: 'Durban',
      version: 4,
    });
  });

  it.each([
    ['an edit', { User_Town: 'Durban' }],
    ['an edit with a version', { User_Town: 'Durban', version: 1 }],
    ['a demotion', { user_role: 'client' }],
    ['a new password', { User_Pass_Bkp: 'A-new-password-1' }],
  ] as const)('of nobody is not found: %s', async (_, edit) => {
    const { state, update } = open();
    const before = structuredClone(state);

    await expect(update(edit, 999)).rejects.toMatchObject({ code: 'not_found', message: 'User not found' });
    expect(state).toEqual(before);
  });

  it.each([
    ['another role', { user_role: 'admin' }, 0],
    ['another status', { User_Status: 0 }, 0],
    ['the role and status that are there', { user_role: 'client', User_Status: 1, User_Town: 'Durban' }, 2],
    ['anything else', { User_Email: 'new@example.com' }, 2],
  ] as const)(
    'to %s ends the sessions of that account, or leaves them, and no other',
    async (_, edit, left) => {
      const { update, sessionsOf } = open();
      await update(edit);

      expect([sessionsOf(CLIENT_ID), sessionsOf(ADMIN.userId)]).toEqual([left, 1]);
    },
  );

  it('is audited with the names of what changed, and the values of role and status alone', async () => {
    const { state, update } = open();
    await update({ User_Town: 'Paarl', User_RegNo: '9204150834082', user_role: 'admin', User_Status: 0 });

    expect(state.audits).toEqual([
      {
        actorId: ADMIN.userId,
        action: 'users.update',
        record: `user ${CLIENT_ID}`,
        changes: { User_RegNo: null, user_role: 'admin', User_Status: 0 },
        address: ADMIN.address,
      },
    ]);
  });
});

describe('a new password', () => {
  it('is stored as its hash, ends every session of the account, and is audited by its name alone', async () => {
    const { state, update, find, sessionsOf } = open();
    await update({ User_Pass_Bkp: 'A-new-password-1' });

    expect(find()).toMatchObject({ passwordHash: 'hash of A-new-password-1', version: 3 });
    expect(find()).not.toHaveProperty('User_Pass_Bkp');
    expect([sessionsOf(CLIENT_ID), sessionsOf(ADMIN.userId)]).toEqual([0, 1]);
    expect(state.audits).toEqual([
      {
        actorId: ADMIN.userId,
        action: 'users.update',
        record: `user ${CLIENT_ID}`,
        changes: ['User_Pass_Bkp'],
        address: ADMIN.address,
      },
    ]);
  });

  it.each([
    ['one of the commonest', 'password'],
    ["the account's email address", 'THANDI@example.com'],
    ["the account's OW number", 'ow10007'],
    ["the account's whole name", 'Thandi Nkosi'],
  ])('is refused if it is %s, and changes nothing', async (_, User_Pass_Bkp) => {
    const { state, update } = open();
    const before = structuredClone(state);

    await expect(update({ User_Pass_Bkp })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { User_Pass_Bkp: PASSWORD_TOO_EASY },
    });
    expect(state).toEqual(before);
  });
});

describe('an edit of a client who is known to the helpdesk', () => {
  const EDITS: [string, UserUpdate][] = [
    ['the name', { User_Name: 'Naledi' }],
    ['the surname', { User_Surname: 'Mokoena' }],
    ['the email address', { User_Email: 'naledi@example.com' }],
  ];

  it.each(EDITS)('queues the contact for %s', async (_, edit) => {
    const { state, update } = open({ supportContactId: 900 });

    expect(await update(edit)).toMatchObject({
      support: { openTickets: 2, contactUrl: 'https://desk.example/900' },
    });
    expect(state.contactJobs).toEqual([CLIENT_ID]);
  });

  it.each<[string, UserUpdate, Parameters<typeof open>[0]]>([
    ['the town', { User_Town: 'Durban' }, { supportContactId: 900 }],
    ['the name that is there', { User_Name: 'Thandi' }, { supportContactId: 900 }],
    ['a name before the first ticket', { User_Name: 'Naledi' }, {}],
    ['a new password', { User_Pass_Bkp: 'A-new-password-1' }, { supportContactId: 900 }],
  ])('queues nothing for %s', async (_, edit, client) => {
    const { state, update } = open(client);
    await update(edit);

    expect(state.contactJobs).toEqual([]);
  });

  it('says nothing of support where there is no helpdesk', async () => {
    const { state, update } = open({ supportContactId: 900, isHelpdeskOn: false });

    expect(await update({ User_Name: 'Naledi' })).toMatchObject({ support: null });
    expect(state.contactJobs).toEqual([]);
  });
});

describe("lifting the block of an account's sign-in", () => {
  const countFor = (userId: number) => ({ count: 101, windowEndsAt: NOW, userId });

  it("forgets the account's failures alone, and is audited", async () => {
    const { state, unblock } = open();
    state.counters = new Map([
      ['of the client', countFor(CLIENT_ID)],
      ['of another', countFor(OTHER_ADMIN_ID)],
    ]);
    await unblock();

    expect([...state.counters.keys()]).toEqual(['of another']);
    expect(state.audits).toEqual([
      { actorId: ADMIN.userId, action: 'users.unblock', record: `user ${CLIENT_ID}`, address: ADMIN.address },
    ]);
  });

  it('of nobody is not found, and leaves no trace', async () => {
    const { state, unblock } = open();

    await expect(unblock(999)).rejects.toMatchObject({ code: 'not_found' });
    expect(state.audits).toEqual([]);
  });
});
