import { type Actor, auditOf, NO_USER_ID } from '#functions/domain/audit.ts';
import { requireProof } from '#functions/domain/auth/require-proof.ts';
import { liftBlocks } from '#functions/domain/auth/sign-in-throttle.ts';
import { type MailOrderPorts, type MailOrders, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailStore } from '#functions/ports/database/mails/mail-store.ts';
import type {
  AccountEdit,
  EditedUser,
  StoredUser,
  UserStore,
} from '#functions/ports/database/users/user-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { birthDateFault } from '#shared/birth-date-fault.ts';
import {
  OWN_EMAIL,
  STRANGERS_ADMIN,
  type UserEdit,
  type UserUpdate,
} from '#shared/contract/users/user-edit.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { AppError } from '#shared/errors.ts';
import { wordToSettle } from '#shared/invoices/ledger-words.ts';
import { type DetailSettings, readUser, requireUser, toUserDetail, userNotFound } from './read-users.ts';
import { type PasswordPorts, setPasswordOf } from './user-password.ts';

type Act = 'demote' | 'deactivate' | 'delete';

/** The field of the edit that requests each act; a deletion has none. */
const FIELDS_OF_ACTS: Partial<Record<Act, keyof UserEdit>> = {
  demote: 'user_role',
  deactivate: 'User_Status',
};

const refuseAct = (act: Act, whom: string): AppError => {
  const sentence = `You cannot ${act} ${whom}.`;
  const field = FIELDS_OF_ACTS[act];

  return new AppError('conflict', sentence, field && { fields: { [field]: sentence } });
};

/**
 * Refuses an act on the acting administrator's own account or on the last active administrator (D12). The
 * administrators stay locked until the transaction is over, so that if two act on each other, one is refused.
 */
export const requireAnotherAdmin = async (
  users: Pick<UserStore, 'lockWithAdmins'>,
  actor: Actor,
  userId: number,
  act: Act,
): Promise<void> => {
  if (userId === actor.userId) {
    throw refuseAct(act, 'your own account');
  }

  const locked = requireUser(await users.lockWithAdmins(userId));
  if (locked.isActiveAdmin && locked.otherActiveAdmins === 0) {
    throw refuseAct(act, 'the last active administrator');
  }
};

const actOnAdmins = (edit: UserEdit): 'demote' | 'deactivate' | undefined => {
  if (edit.user_role === 'client') {
    return 'demote';
  }

  return edit.User_Status === 0 ? 'deactivate' : undefined;
};

/** Explains why an edit found no account at the version that it was based on. */
const explainRefusal = async (
  users: Pick<UserStore, 'find'>,
  settings: DetailSettings,
  userId: number,
  now: Date,
) => {
  const current = await users.find(userId, now);

  return current
    ? new AppError('conflict', 'Somebody else has changed this user meanwhile.', {
        current: toUserDetail(settings, current),
      })
    : userNotFound();
};

/** Refuses to make an administrator of an account that somebody may have registered with another person's address. */
const refuseStrangersRise = ({ user, isRegistered, changed }: EditedUser): void => {
  const rises = changed.includes('user_role') && user.user_role === 'admin';
  if (rises && isRegistered && !user.emailVerified) {
    throw new AppError('conflict', STRANGERS_ADMIN, { fields: { user_role: STRANGERS_ADMIN } });
  }
};

/** Refuses to make an administrator of an account that owes or has credit, because an administrator is no client (D71). */
const refuseUnsettledRise = ({ user, changed }: EditedUser): void => {
  const toSettle =
    changed.includes('user_role') && user.user_role === 'admin' && wordToSettle(user.User_Debit);
  if (toSettle) {
    throw new AppError('conflict', toSettle, { fields: { user_role: toSettle } });
  }
};

/** True if an edit makes or unmakes an administrator, or changes an administrator's status or address (D48). */
const isSensitive = ({ user, changed }: EditedUser): boolean =>
  changed.includes('user_role') ||
  (user.user_role === 'admin' && (changed.includes('User_Status') || changed.includes('User_Email')));

const BIRTH_DATE = ['User_DOB_Day', 'User_DOB_Month', 'User_DOB_Year'] as const;

/**
 * Refuses a birth date that does not exist. An edit may send a part of the date, so only the account after the edit
 * shows the whole date.
 */
const requireBirthDate = (user: StoredUser, changed: readonly (keyof AccountEdit)[]): void => {
  const fault = BIRTH_DATE.some((part) => changed.includes(part)) ? birthDateFault(user) : undefined;

  if (fault) {
    throw new AppError('unprocessable', fault, { fields: { User_DOB_Day: fault } });
  }
};

/** Returns the names of the changed fields, with values only for role and status (D33). */
const describeChanges = (changed: readonly (keyof AccountEdit)[], user: StoredUser) =>
  Object.fromEntries(
    changed.map((name) => [name, name === 'user_role' || name === 'User_Status' ? user[name] : null]),
  );

interface EditPorts extends DetailSettings, MailOrderPorts {
  database: DatabaseOf<'users' | 'sessions' | 'links' | 'mails' | 'journal'>;
  note: NoteRequest;
}

/**
 * True if an edit can be a single statement: it changes neither role, status nor address, and no field that must be
 * checked with the whole account.
 */
const isPlain = (edit: UserEdit): boolean =>
  !['user_role', 'User_Status', 'User_Email', ...BIRTH_DATE].some((name) => name in edit);

interface EditOrder {
  userId: number;
  edit: UserEdit;
  version: number | undefined;
  /** True if the actor gave fresh proof, or is an operator. */
  isProven: boolean;
}

/** Edits and audits in one statement, because a transaction would take four calls of the Data API. */
const editAtOnce = async (
  { database: { users }, ...settings }: EditPorts,
  actor: Actor,
  { userId, edit, version }: EditOrder,
  now: Date,
) => {
  const audit = auditOf(actor, 'users.update');
  const write = { version, queuesContact: settings.supportSettings.isOn, audit, now };
  const edited = await users.edit(userId, edit, write);
  if (!edited) {
    throw await explainRefusal(users, settings, userId, now);
  }

  return { user: edited.user, changes: describeChanges(edited.changed, edited.user) };
};

/** True if the account gets another mailbox, and not only another spelling of its address. */
const hasNewAddress = ({ user, former }: EditedUser): boolean =>
  user.User_Email.toLowerCase() !== former.User_Email.toLowerCase();

/** Tells both mailboxes about a new address; one that was never verified may belong to a stranger. */
const tellOfNewAddress = async (
  mails: Pick<MailStore, 'order'>,
  { orders, actor }: { orders: MailOrders; actor: Actor },
  { user: { User_Id: userId, User_Email }, former }: EditedUser,
): Promise<void> => {
  const about = { adminId: actor.userId ?? NO_USER_ID };
  await orders.order(mails, { kind: 'verify', userId, recipient: User_Email, about });
  if (former.emailVerified) {
    await orders.order(mails, { kind: 'address-changed', userId, recipient: former.User_Email });
  }
};

/**
 * Edits in a transaction, which a refusal undoes. Ends the account's sessions if a right was taken or given, and its
 * links if the address or the status has changed.
 */
const editWithChecks = async (
  { database, ...ports }: EditPorts,
  actor: Actor,
  { userId, edit, version, isProven }: EditOrder,
  now: Date,
) => {
  const orders = openMailOrders(ports, now);
  const done = await database.transaction(async ({ users, sessions, links, mails, journal }) => {
    const act = actOnAdmins(edit);
    if (act) {
      await requireAnotherAdmin(users, actor, userId, act);
    }

    const edited = await users.edit(userId, edit, {
      version,
      queuesContact: ports.supportSettings.isOn,
      now,
    });
    if (!edited) {
      throw await explainRefusal(users, ports, userId, now);
    }

    const { changed } = edited;
    refuseStrangersRise(edited);
    refuseUnsettledRise(edited);
    requireBirthDate(edited.user, changed);
    if (isSensitive(edited)) {
      requireProof({ isProven });
    }
    const described = describeChanges(changed, edited.user);
    if (changed.includes('user_role') || changed.includes('User_Status')) {
      await sessions.endAllOf(userId);
    }
    const isOtherAddress = hasNewAddress(edited);
    if (isOtherAddress && userId === actor.userId) {
      throw new AppError('conflict', OWN_EMAIL, { fields: { User_Email: OWN_EMAIL } });
    }
    const endsLinks = isOtherAddress || changed.includes('User_Status');
    if (endsLinks) {
      await links.endAllOf(userId);
    }
    if (isOtherAddress) {
      await tellOfNewAddress(mails, { orders, actor }, edited);
    }
    await journal.record(auditOf(actor, 'users.update', { record: `user ${userId}`, changes: described }));

    return {
      user: endsLinks ? { ...edited.user, pendingEmail: null } : edited.user,
      changes: described,
    };
  });
  await orders.send();

  return done;
};

/** Changes the fields that `edit` names; a change of role or status ends the account's sessions. */
export const editUser = async (
  ports: EditPorts,
  actor: Actor,
  order: EditOrder,
  now: Date,
): Promise<UserDetail> => {
  const editAccount = isPlain(order.edit) ? editAtOnce : editWithChecks;
  const { user, changes } = await editAccount(ports, actor, order, now);
  ports.note({ account: { id: order.userId, owNumber: user.OWNumber, changed: changes } });

  return toUserDetail(ports, user);
};

interface UpdatePorts extends EditPorts, PasswordPorts {
  database: EditPorts['database'];
}

/** Edits the sent fields or sets a new password; the contract lets nobody send both. */
export const updateUser = (
  ports: UpdatePorts,
  admin: SessionUser,
  { userId, update }: { userId: number; update: UserUpdate },
  now: Date,
): Promise<UserDetail> => {
  const { User_Pass_Bkp: password, version, ...edit } = update;

  return password === undefined
    ? editUser(ports, admin, { userId, edit, version, isProven: admin.isProven }, now)
    : setPasswordOf(ports, admin, { userId, password }, now);
};

/** Lets the account sign in again at once, from every address. */
export const unblockSignIn = (
  database: DatabaseOf<'users' | 'throttle' | 'journal'>,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<void> =>
  database.transaction(async ({ users, throttle, journal }) => {
    await readUser(users, userId, now);
    await liftBlocks(throttle, userId);
    await journal.record(auditOf(admin, 'users.unblock', { record: `user ${userId}` }));
  });
