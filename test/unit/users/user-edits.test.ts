import { describe, expect, it } from 'vitest';
import { unblockSignIn, updateUser } from '#functions/domain/users/user-edits.ts';
import type { EditedUser, StoredUser } from '#functions/ports/database/users/user-store.ts';
import { PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { OWN_EMAIL, OWN_PASSWORD, type UserEdit, type UserUpdate } from '#shared/contract/users/user-edit.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';
import { stubMail } from '#test/support/stubs/stub-mail.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const CLIENT_ID = 7;

type Former = EditedUser['former'];
const FORMER: Former = { User_Email: 'thandi@example.com', emailVerified: true };

const ANSWERS = {
  /** The stored account; undefined if there is none. */
  stored: makeStoredUser({ version: 3, supportContactId: 900, openTickets: 2 }) as StoredUser | undefined,
  locked: undefined as { isActiveAdmin: boolean; otherActiveAdmins: number } | undefined,
  /** Result of the edit; undefined if no account has that version. */
  edited: undefined as { user: StoredUser; changed: (keyof UserEdit)[]; former?: Former } | undefined,
  isHelpdeskOn: true,
  isCommon: false,
  isMailOn: true,
};

/** Prepares an edit whose database answers as given; `done` lists its writes in order. */
const open = (change: Partial<typeof ANSWERS> = {}) => {
  const { stored, locked, edited, isHelpdeskOn, isCommon, isMailOn } = { ...ANSWERS, ...change };
  const done: unknown[][] = [];
  const logged: unknown[] = [];
  const mail = stubMail({ isOn: isMailOn });
  const database = stubDatabase({
    users: {
      find: async () => stored,
      lockWithAdmins: async () => locked,
      edit: async (userId, edit, { version, queuesContact, audit }) => {
        done.push(['edit', userId, edit, { version, queuesContact }]);
        if (audit) {
          done.push(['audit with the edit', audit]);
        }

        return edited && { former: FORMER, isRegistered: false, ...edited };
      },
      setPasswordHash: async (userId, { passwordHash, isTemporary }) => {
        done.push(['hash', userId, passwordHash, { isTemporary }]);

        return stored;
      },
    },
    sessions: { endAllOf: async (userId) => void done.push(['end sessions', userId]) },
    links: { endAllOf: async (userId) => void done.push(['end links', userId]) },
    mails: mail.mails,
    throttle: { clear: async (userId) => void done.push(['unblock', userId]) },
    journal: {
      record: async ({ action, record, changes, ...who }) => {
        expect(who).toEqual({ actorId: ADMIN.userId, address: ADMIN.address });
        done.push(['audit', action, record, changes]);
      },
    },
  });

  return {
    done,
    logged,
    mail,
    update: (update: UserUpdate, userId = CLIENT_ID) =>
      updateUser(
        {
          database,
          supportSettings: { isOn: isHelpdeskOn, contactUrl: (id) => `https://desk.example/${id}` },
          ...mail.ports,
          passwords: { hash: async (password) => `hash of ${password}` },
          commonPasswords: { includes: async () => isCommon },
          note: ({ account }) => void logged.push(account?.changed),
        },
        ADMIN,
        { userId, update },
        NOW,
      ),
    unblock: () => unblockSignIn(database, ADMIN, CLIENT_ID, NOW),
  };
};

const RECORD = `user ${CLIENT_ID}`;
const userNotFound = { code: 'not_found', message: 'User not found' };

describe('edits of roles and status', () => {
  const TAKES_RIGHTS = [
    ['demote', { user_role: 'client' }, 'user_role'],
    ['deactivate', { User_Status: 0 }, 'User_Status'],
  ] as const;

  it.each(TAKES_RIGHTS)(
    'an administrator cannot %s their own account, even if there are others',
    async (act, edit, field) => {
      const { done, update } = open({ locked: { isActiveAdmin: true, otherActiveAdmins: 1 } });

      await expect(update(edit, ADMIN.userId)).rejects.toMatchObject({
        code: 'conflict',
        message: `You cannot ${act} your own account.`,
        fields: { [field]: `You cannot ${act} your own account.` },
      });
      expect(done).toEqual([]);
    },
  );

  it.each(TAKES_RIGHTS)(
    'an administrator cannot %s the last active administrator',
    async (act, edit, field) => {
      const { done, update } = open({ locked: { isActiveAdmin: true, otherActiveAdmins: 0 } });

      await expect(update(edit)).rejects.toMatchObject({
        code: 'conflict',
        message: `You cannot ${act} the last active administrator.`,
        fields: { [field]: `You cannot ${act} the last active administrator.` },
      });
      expect(done).toEqual([]);
    },
  );

  const edited = { user: makeStoredUser(), changed: [] };

  it.each([
    [
      'demote one of two active administrators',
      { user_role: 'client' },
      { isActiveAdmin: true, otherActiveAdmins: 1 },
    ],
    [
      'deactivate one of two active administrators',
      { User_Status: 0 },
      { isActiveAdmin: true, otherActiveAdmins: 1 },
    ],
    [
      'demote an inactive administrator while another is active',
      { user_role: 'client' },
      { isActiveAdmin: false, otherActiveAdmins: 1 },
    ],
    [
      'deactivate a client while no administrator is active',
      { User_Status: 0 },
      { isActiveAdmin: false, otherActiveAdmins: 0 },
    ],
    // Nothing is locked if nobody loses a right.
    ['make a client an administrator', { user_role: 'admin' }, undefined],
    ['activate an account', { User_Status: 1 }, undefined],
  ] as const)('an administrator may %s', async (_, edit, locked) => {
    const { done, update } = open({ locked, edited });
    await update(edit);

    expect(done).toContainEqual(['edit', CLIENT_ID, edit, { version: undefined, queuesContact: true }]);
  });

  it('an administrator may edit the other fields of their own account', async () => {
    const { done, update } = open({ edited });
    await update({ User_Town: 'Durban', User_Status: 1 }, ADMIN.userId);

    expect(done).toContainEqual([
      'edit',
      ADMIN.userId,
      { User_Town: 'Durban', User_Status: 1 },
      expect.anything(),
    ]);
  });
});

describe('edits of accounts', () => {
  it('an edit of an older version is refused, with the current user in the answer', async () => {
    const { done, update } = open();

    await expect(update({ User_Town: 'Durban', version: 2 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Somebody else has changed this user meanwhile.',
      current: {
        User_Id: CLIENT_ID,
        version: 3,
        support: { openTickets: 2, contactUrl: 'https://desk.example/900' },
      },
    });
    expect(done[0]).toEqual([
      'edit',
      CLIENT_ID,
      { User_Town: 'Durban' },
      { version: 2, queuesContact: true },
    ]);
  });

  it.each([
    ['an edit', { User_Town: 'Durban', version: 1 }],
    ['a demotion', { user_role: 'client' }],
    ['a new password', { User_Pass_Bkp: 'A-new-password-1' }],
  ] as const)('editing an unknown account answers "not found": %s', async (_, edit) => {
    await expect(open({ stored: undefined }).update(edit)).rejects.toMatchObject(userNotFound);
  });

  it.each([
    [
      'an edit of the role ends every session and is audited with its value',
      ['User_RegNo', 'user_role'],
      [['end sessions', CLIENT_ID]],
      { User_RegNo: null, user_role: 'admin' },
    ],
    [
      'an edit of the status ends every session and link and is audited with its value',
      ['User_Status'],
      [
        ['end sessions', CLIENT_ID],
        ['end links', CLIENT_ID],
      ],
      { User_Status: 0 },
    ],
    [
      'an edit of other fields ends no session and is audited by field names alone',
      ['User_Email', 'User_RegNo'],
      [],
      { User_Email: null, User_RegNo: null },
    ],
    ['an edit that changes nothing ends no session', [], [], {}],
  ] as const)('%s', async (_, changed, ended, audited) => {
    const user = makeStoredUser({ user_role: 'admin', User_Status: 0, User_RegNo: '9204150834082' });
    const { done, logged, update } = open({ edited: { user, changed: [...changed] } });
    await update({ user_role: 'admin' });

    expect(logged).toEqual([audited]);

    expect(done.slice(1)).toEqual([...ended, ['audit', 'users.update', RECORD, audited]]);
  });

  it('an edit that nothing can undo is audited in its own statement', async () => {
    const { done, logged, update } = open({ edited: { user: makeStoredUser({}), changed: ['User_Town'] } });
    await update({ User_Town: 'Durban' });

    expect(done.slice(1)).toEqual([
      ['audit with the edit', { actorId: ADMIN.userId, action: 'users.update', address: ADMIN.address }],
    ]);
    expect(logged).toEqual([{ User_Town: null }]);
  });

  it.each([
    ['user_role', { user_role: 'admin' }],
    ['User_Status', { User_Status: 1 }],
    ['User_DOB_Day', { User_DOB_Day: 3 }],
  ] as const)('an edit that may be undone is audited after its checks: %s', async (changed, edit) => {
    const { done, update } = open({ edited: { user: makeStoredUser({}), changed: [changed] } });
    await update(edit);

    expect(done.map(([what]) => what)).not.toContain('audit with the edit');
    expect(done.at(-1)).toEqual(['audit', 'users.update', RECORD, expect.anything()]);
  });

  it('an edit that makes an impossible date of birth is refused at the day and not audited', async () => {
    const user = makeStoredUser({ User_DOB_Day: 31, User_DOB_Month: 2, User_DOB_Year: 1990 });
    const { done, update } = open({ edited: { user, changed: ['User_DOB_Month'] } });

    await expect(update({ User_DOB_Month: 2 })).rejects.toMatchObject({
      code: 'unprocessable',
      fields: { User_DOB_Day: 'There is no 31 February 1990' },
    });
    expect(done).toHaveLength(1);
  });

  it('an edit of another field is accepted although the stored date of birth is impossible', async () => {
    const user = makeStoredUser({ User_DOB_Day: 31, User_DOB_Month: 2 });
    const { update } = open({ edited: { user, changed: ['User_Town'] } });

    await expect(update({ User_Town: 'Durban' })).resolves.toMatchObject({ User_DOB_Day: 31 });
  });

  it('where the helpdesk is off, an edit returns no support data and queues no contact', async () => {
    const { done, update } = open({ isHelpdeskOn: false, edited: { user: makeStoredUser(), changed: [] } });

    expect(await update({ User_Name: 'Naledi' })).toMatchObject({ support: null });
    expect(done[0]).toMatchObject(['edit', CLIENT_ID, { User_Name: 'Naledi' }, { queuesContact: false }]);
  });
});

describe('a new password that an administrator sets', () => {
  it('a new password is stored as a hash, ends every session, and is audited by its name alone', async () => {
    const { done, logged, update } = open();

    expect(await update({ User_Pass_Bkp: 'A-new-password-1' })).not.toHaveProperty('User_Pass_Bkp');
    expect(logged).toEqual([{ User_Pass_Bkp: null }]);
    expect(done).toEqual([
      ['hash', CLIENT_ID, 'hash of A-new-password-1', { isTemporary: true }],
      ['end links', CLIENT_ID],
      ['end sessions', CLIENT_ID],
      ['audit', 'users.update', RECORD, ['User_Pass_Bkp']],
    ]);
  });

  it('a new password is mailed to the address of the account', async () => {
    const { mail, update } = open();
    await update({ User_Pass_Bkp: 'A-new-password-1' });

    expect(mail.ordered).toEqual([
      { kind: 'password-changed', userId: CLIENT_ID, recipient: 'thandi@example.com' },
    ]);
    expect(mail.sent).toHaveLength(1);
  });

  it('administrators cannot set their own password here, where no present one is asked for', async () => {
    const { done, update } = open();

    await expect(update({ User_Pass_Bkp: 'A-new-password-1' }, ADMIN.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: OWN_PASSWORD,
      fields: { User_Pass_Bkp: OWN_PASSWORD },
    });
    expect(done).toEqual([]);
  });

  it.each([
    ['one of the commonest', 'password', { isCommon: true }],
    ["the account's email address", 'THANDI@example.com', {}],
    ["the account's OW number", 'ow10007', {}],
    ["the account's whole name", 'Thandi Nkosi', {}],
  ])('a new password is refused and changes nothing if it is %s', async (_, User_Pass_Bkp, answers) => {
    const { done, update } = open(answers);

    await expect(update({ User_Pass_Bkp })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { User_Pass_Bkp: PASSWORD_TOO_EASY },
    });
    expect(done).toEqual([]);
  });
});

describe('an edit of the address', () => {
  const verify = { kind: 'verify', userId: CLIENT_ID, recipient: 'new@example.com' };
  const told = { kind: 'address-changed', userId: CLIENT_ID, recipient: 'thandi@example.com' };
  const user = makeStoredUser({ User_Email: 'new@example.com', pendingEmail: 'other@example.com' });
  const edited = { user, changed: ['User_Email' as const] };

  it('a new address ends every link, is mailed to both mailboxes, and shows no pending one', async () => {
    const { done, mail, update } = open({ edited });

    expect(await update({ User_Email: 'new@example.com' })).toMatchObject({ pendingEmail: null });
    expect(done.slice(1)).toEqual([
      ['end links', CLIENT_ID],
      ['audit', 'users.update', RECORD, { User_Email: null }],
    ]);
    expect(mail.ordered).toEqual([verify, told]);
    expect(mail.sent).toHaveLength(2);
  });

  it('a new address is not told to an old one that was never verified', async () => {
    const { mail, update } = open({ edited: { ...edited, former: { ...FORMER, emailVerified: false } } });
    await update({ User_Email: 'new@example.com' });

    expect(mail.ordered).toEqual([verify]);
  });

  it('another spelling of the same address ends no link and sends no mail', async () => {
    const respelled = { ...edited, user: makeStoredUser({ User_Email: 'Thandi@example.com' }) };
    const { done, mail, update } = open({ edited: respelled });
    await update({ User_Email: 'Thandi@example.com' });

    expect(done.map(([what]) => what)).toEqual(['edit', 'audit']);
    expect(mail.ordered).toEqual([]);
  });

  it('administrators cannot change their own address here, where no password is asked for', async () => {
    const { done, mail, update } = open({ edited });

    await expect(update({ User_Email: 'new@example.com' }, ADMIN.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: OWN_EMAIL,
      fields: { User_Email: OWN_EMAIL },
    });
    expect(done.map(([what]) => what)).toEqual(['edit']);
    expect(mail.ordered).toEqual([]);
  });

  it('a new address ends every link also where the portal sends no mail', async () => {
    const { done, mail, update } = open({ edited, isMailOn: false });
    await update({ User_Email: 'new@example.com' });

    expect(done).toContainEqual(['end links', CLIENT_ID]);
    expect(mail.ordered).toEqual([]);
  });
});

describe('unblocking the sign-in of an account', () => {
  it('unblocking a sign-in is audited', async () => {
    const { done, unblock } = open();
    await unblock();

    expect(done).toEqual([
      ['unblock', CLIENT_ID],
      ['audit', 'users.unblock', RECORD, undefined],
    ]);
  });

  it('unblocking an unknown account answers "not found" and writes nothing', async () => {
    const { done, unblock } = open({ stored: undefined });

    await expect(unblock()).rejects.toMatchObject(userNotFound);
    expect(done).toEqual([]);
  });
});
