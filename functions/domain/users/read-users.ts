import { auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import { summariseHealth } from '#functions/domain/system/system-health.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { UserFilter, UserListStore } from '#functions/ports/database/users/user-list-store.ts';
import type { OwnAccount, StoredUser, UserStore } from '#functions/ports/database/users/user-store.ts';
import type { UserSummaryStore } from '#functions/ports/database/users/user-summary-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { MailState, OwnUser } from '#shared/contract/auth.ts';
import { RECENT_USERS_MAX } from '#shared/contract/limits.ts';
import type {
  RecentUser,
  UserList,
  UserListFilters,
  UserListQuery,
} from '#shared/contract/users/user-list.ts';
import type { AdminStats, UserDetail, UserSummary } from '#shared/contract/users.ts';
import { AppError, SIGN_IN_PLEASE } from '#shared/errors.ts';
import { startOfMonth } from '#shared/months.ts';

export const userNotFound = () => new AppError('not_found', 'User not found');

/** Returns what a store found for a user, or refuses because the user does not exist. */
export const requireUser = <Found>(found: Found | undefined): Found => {
  if (found === undefined) {
    throw userNotFound();
  }

  return found;
};

/** As `requireUser`, for the account of the user who asks: if it was deleted meanwhile, so was their session. */
export const requireOwner = <Found>(found: Found | undefined): Found => {
  if (found === undefined) {
    throw new AppError('unauthenticated', SIGN_IN_PLEASE);
  }

  return found;
};

/** The settings that say if there is a helpdesk, and where its contacts are. */
export type ContactSettings = Pick<SupportSettings, 'isOn' | 'contactUrl'>;

/** The settings that an administrator's view of an account depends on. */
export interface DetailSettings {
  supportSettings: ContactSettings;
  mailSettings: MailSettings;
}

const mailStateOf = ({ isOn }: MailSettings, { mailBlock, User_Email }: OwnAccount): MailState => {
  if (!isOn) {
    return 'off';
  }

  return mailBlock?.address === User_Email.toLowerCase() ? 'blocked' : 'on';
};

/** Returns an account as its owner sees it. */
export const toOwnUser = <Account extends OwnAccount>(
  mailSettings: MailSettings,
  account: Account,
): Account & Pick<OwnUser, 'mail'> => ({ ...account, mail: mailStateOf(mailSettings, account) });

/** Returns an account as an administrator sees it, with its support facts if there is a helpdesk. */
export const toUserDetail = (
  { supportSettings: { isOn, contactUrl }, mailSettings }: DetailSettings,
  { supportContactId, openTickets, ...user }: StoredUser,
): UserDetail => ({
  ...toOwnUser(mailSettings, user),
  support: isOn
    ? { openTickets, contactUrl: supportContactId === null ? null : contactUrl(supportContactId) }
    : null,
});

export const readUser = async (
  users: Pick<UserStore, 'find'>,
  userId: number,
  now: Date,
): Promise<StoredUser> => requireUser(await users.find(userId, now));

/** Reads an account as an administrator sees it; each read is audited (D33). */
export const readUserAsAdmin = async (
  { database, ...settings }: { database: { users: Pick<UserStore, 'read'> } } & DetailSettings,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<UserDetail> => {
  const user = requireUser(await database.users.read(userId, auditOfRead(admin, 'users.read'), now));

  return toUserDetail(settings, user);
};

/** Reads the figures over an account's record; each read is audited, as one of the record itself (D33). */
export const readUserSummary = async (
  { database, mailSettings }: { database: { userSummaries: UserSummaryStore }; mailSettings: MailSettings },
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<UserSummary> => {
  const audit = auditOfRead(admin, 'users.summary');
  const { invitation, ...figures } = requireUser(await database.userSummaries.read(userId, audit, now));

  return {
    ...figures,
    invitation: mailSettings.isOn ? invitation : { ...invitation, obstacle: 'no-mail' },
  };
};

export const toUserFilter = ({ search, ...filters }: UserListFilters, now: Date): UserFilter => ({
  ...filters,
  terms: search ? searchTerms(search) : [],
  now,
});

export const listUsers = async (
  userLists: Pick<UserListStore, 'list'>,
  admin: SessionUser,
  { page, limit, sort, order, ...filters }: UserListQuery,
  now: Date,
): Promise<UserList> => {
  const audit = auditOfPage(admin, 'users.list', now);
  const shown = { page, limit, sort, order };
  const { users, counts } = await userLists.list(toUserFilter(filters, now), shown, audit);

  return { users, counts, total: counts.filtered, page, limit };
};

export const listRecentUsers = (
  userLists: Pick<UserListStore, 'listRecent'>,
  admin: SessionUser,
  now: Date,
): Promise<RecentUser[]> => userLists.listRecent(RECENT_USERS_MAX, auditOfPage(admin, 'users.recent', now));

/** Reads the figures of the dashboard. Users are new if they signed up since the month began in South Africa. */
export const readAdminStats = async (
  userLists: Pick<UserListStore, 'readStats'>,
  now: Date,
): Promise<AdminStats> => {
  const { health, ...counts } = await userLists.readStats(startOfMonth(now));

  // The copy of the tickets notes the helpdesk each minute, so the newest of the times is not that of the check.
  const [healthCheckedAt = null] = health.map(({ checkedAt }) => checkedAt).toSorted();

  return { ...counts, systemHealth: summariseHealth(health, now), healthCheckedAt };
};
