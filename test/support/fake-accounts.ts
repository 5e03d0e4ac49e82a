import type { RegistrationStore } from '#functions/ports/database/registration-store.ts';
import type { SessionStore } from '#functions/ports/database/session-store.ts';
import type { StoredUser, UserStore } from '#functions/ports/database/user-store.ts';
import type { UserEdit } from '#shared/contract/users.ts';
import { makeFakeDatabase } from './fake-database.ts';
import { type JournalState, makeFakeJournal, makeJournalState } from './fake-journal.ts';
import { makeFakeThrottle, type ThrottleState } from './fake-throttle.ts';

export interface FakeAccount extends StoredUser {
  passwordHash: string;
}

export interface AccountState extends JournalState, ThrottleState {
  accounts: FakeAccount[];
  /** From the oldest to the newest. */
  sessions: { id: string; userId: number; expiresAt: Date }[];
  /** Whose invoices were moved to those that are kept for nobody. */
  retained: number[];
  /** Whose contact at the helpdesk has a job. */
  contactJobs: number[];
}

/** An active client with the password 'right', but for what is given. */
export const makeAccount = (change: Partial<FakeAccount> = {}): FakeAccount => ({
  User_Id: 7,
  User_Name: 'Thandi',
  User_Surname: 'Nkosi',
  User_Email: 'thandi@example.com',
  User_Mobile: '+27821234567',
  User_RegNo: null,
  OWNumber: 'OW10007',
  user_role: 'client',
  User_Org: null,
  User_Address: null,
  User_Town: null,
  User_Code: null,
  User_State: null,
  User_Country: null,
  User_VAT: null,
  User_Ref: null,
  User_DOB_Day: null,
  User_DOB_Month: null,
  User_DOB_Year: null,
  User_Status: 1,
  User_Debit: 0,
  emailVerified: true,
  version: 1,
  signInBlockedUntil: null,
  supportContactId: null,
  openTickets: 0,
  passwordHash: 'hash of right',
  ...change,
});

const CONTACT_FIELDS: readonly (keyof UserEdit)[] = ['User_Name', 'User_Surname', 'User_Email'];

/** Compares as a database might that takes a letter with a mark for the letter. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const makeStores = (state: AccountState) => {
  const find = (userId: number) => state.accounts.find(({ User_Id }) => User_Id === userId);
  const endSessions = (isEnded: (session: AccountState['sessions'][number]) => boolean) => {
    state.sessions = state.sessions.filter((session) => !isEnded(session));
  };
  const start = (
    session: AccountState['sessions'][number],
    replacedId: string | undefined,
  ): AccountState['sessions'][number] => {
    endSessions(({ id }) => id === replacedId);
    state.sessions.push(session);

    return session;
  };

  const users: Partial<UserStore> = {
    find: async (userId) => find(userId),
    findCredentials: async (identifier) => {
      const user = state.accounts.find(({ User_Email, OWNumber }) =>
        [User_Email, OWNumber].map(fold).includes(fold(identifier)),
      );

      return user && { user: { ...user }, passwordHash: user.passwordHash };
    },
    renewPasswordHash: async (userId, { outdated, renewed }) => {
      const user = find(userId);
      if (user?.passwordHash === outdated) user.passwordHash = renewed;
    },
    lockWithAdmins: async (userId) => {
      const isActiveAdmin = (user: FakeAccount) => user.user_role === 'admin' && user.User_Status === 1;
      const user = find(userId);

      return (
        user && {
          isActiveAdmin: isActiveAdmin(user),
          otherActiveAdmins: state.accounts.filter((other) => other !== user && isActiveAdmin(other)).length,
        }
      );
    },
    edit: async (userId, edit, { version, queuesContact }) => {
      const user = find(userId);
      if (!user || (version !== undefined && version !== user.version)) return undefined;
      const changed = (Object.keys(edit) as (keyof UserEdit)[]).filter((name) => user[name] !== edit[name]);
      Object.assign(user, edit, { version: user.version + 1 });
      const isNewToHelpdesk = changed.some((name) => CONTACT_FIELDS.includes(name));
      if (queuesContact && isNewToHelpdesk && user.supportContactId !== null) state.contactJobs.push(userId);

      return { user, changed };
    },
    setPasswordHash: async (userId, passwordHash) => {
      const user = find(userId);

      return user && Object.assign(user, { passwordHash });
    },
    delete: async (userId, { queuesContact }) => {
      state.accounts = state.accounts.filter(({ User_Id }) => User_Id !== userId);
      endSessions((session) => session.userId === userId);
      if (queuesContact) state.contactJobs.push(userId);
    },
  };

  const sessions: Partial<SessionStore> = {
    start: async ({ id, userId, expiresAt, passwordHash, role, replacedId }) => {
      const user = find(userId);
      const isAsRead =
        user?.User_Status === 1 && user.passwordHash === passwordHash && user.user_role === role;
      if (isAsRead) start({ id, userId, expiresAt }, replacedId);

      return isAsRead;
    },
    endOldest: async (userId, sessionsMax) => {
      const own = state.sessions.filter((session) => session.userId === userId);
      const kept = own.slice(-sessionsMax);
      endSessions((session) => session.userId === userId && !kept.includes(session));
    },
    end: async (sessionId) => endSessions(({ id }) => id === sessionId),
    endAllOf: async (userId) => endSessions((session) => session.userId === userId),
  };

  const registrations: RegistrationStore = {
    register: async (account, { id, expiresAt, replacedId }) => {
      if (state.accounts.some(({ User_Email }) => User_Email === account.User_Email)) return undefined;
      const user = makeAccount({ ...account, User_Id: 100 + state.accounts.length, emailVerified: false });
      state.accounts.push(user);
      start({ id, userId: user.User_Id, expiresAt }, replacedId);

      return user;
    },
  };

  return { users, sessions, registrations };
};

/** The database of accounts, their sessions and their sign-ins, in memory. */
export const makeFakeAccounts = (accounts: FakeAccount[] = [makeAccount()]) => {
  const state: AccountState = {
    accounts,
    sessions: [],
    counters: new Map(),
    retained: [],
    contactJobs: [],
    ...makeJournalState(),
  };
  const database = makeFakeDatabase(state, {
    ...makeStores(state),
    throttle: makeFakeThrottle(state),
    journal: makeFakeJournal(state),
    invoices: {
      retainAllOf: async (userId) => {
        if (state.accounts.some(({ User_Id }) => User_Id === userId)) state.retained.push(userId);
      },
    },
  });

  return { state, database };
};
