import { SERVICE_ENDED } from '#functions/ports/database/services/service-store.ts';
import type {
  AuditMoment,
  LedgerMoment,
  MailMoment,
  Moment,
} from '#functions/ports/database/users/timeline-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { bankDayOf, describeEntry, ENTRY_LABELS, nameEntry } from '#shared/invoices/ledger-words.ts';
import { mailKinds, wordMailReason } from '#shared/mails/mail-kinds.ts';

export const SIGN_INS = {
  'auth.login': 'Signed in',
  'auth.login failed': 'A sign-in failed',
  'auth.login blocked': 'Sign-in was blocked after too many failures',
} as const;

/**
 * What was done to an account, its rights or its services, by the route that did it. Deletion is missing, because a
 * deleted account has no page that could list it.
 */
export const CHANGES = {
  'auth.register': 'Registered',
  'account.update': 'Changed',
  'account.password': 'Changed the password',
  'account.change-email': 'Asked for another email address',
  'account.keep-email': 'Kept the present email address',
  'account.end-session': 'Ended a session',
  'account.end-sessions': 'Ended all other sessions',
  'factors.add-passkey': 'Added a passkey',
  'factors.delete-passkey': 'Deleted a passkey',
  'factors.confirm-totp': 'Added an authenticator app',
  'factors.delete-totp': 'Removed the authenticator app',
  'factors.renew-codes': 'Made new recovery codes',
  'factors.remove': 'Removed all second factors',
  'links.request-reset': 'Asked for a reset link',
  'links.reset': 'Set a new password by a reset link',
  'links.verify': 'Verified the email address',
  'links.not-me': 'Said that the mail was not for them',
  'users.update': 'Changed',
  'users.unblock': 'Cleared the sign-in block',
  'users.send-reset': 'Sent a reset link',
  'users.invite': 'Invited',
  'sessions.end': 'Ended a session',
  'sessions.end-all': 'Ended all sessions',
  'mails.unblock': 'Let mail go to the address again',
  'services.create': 'Added a service',
  'services.update': 'Changed a service:',
  'services.delete': 'Deleted a service',
  [SERVICE_ENDED]: 'A service ended with its last day',
} as const satisfies Partial<Record<RouteId | typeof SERVICE_ENDED, string>>;

/** What repeats of an action by one person on one day are together, behind their number; other actions never fold. */
export const REPEATS: Readonly<Record<string, string>> = {
  'auth.login': 'sign-ins',
  'auth.login failed': 'failed sign-ins',
  'auth.login blocked': 'sign-in blocks after too many failures',
  'account.update': 'changes of own details',
  'account.end-session': 'sessions ended',
  'account.end-sessions': 'times all other sessions ended',
  'links.request-reset': 'reset links asked for',
} satisfies Partial<Record<keyof typeof SIGN_INS | keyof typeof CHANGES, string>>;

/** The fields whose changes never fold. */
export const NEVER_FOLDED = [
  'User_Name',
  'User_Surname',
  'User_RegNo',
  'User_Email',
  'user_role',
  'User_Status',
  'User_Pass_Bkp',
] as const satisfies (keyof typeof FIELD_LABELS)[];

const ACTIONS: Readonly<Record<string, string>> = { ...SIGN_INS, ...CHANGES };

/** The actions whose sentence names the changed fields. */
const TOLD_BY_FIELDS: readonly string[] = [
  'account.update',
  'users.update',
  'services.update',
] satisfies RouteId[];

const LABELS: Readonly<Record<string, string>> = FIELD_LABELS;

/** Changed fields have the names of the forms, and the parts of a birth date count as one. */
const wordFields = (fields: readonly string[]) =>
  [
    ...new Set(
      fields.map((field) => (field.startsWith('User_DOB_') ? 'Date of birth' : (LABELS[field] ?? field))),
    ),
  ].join(', ');

const wordAudit = ({ action, fields, count }: AuditMoment): string => {
  if (count > 1) {
    return `${count} ${REPEATS[action]}`;
  }
  const deed = ACTIONS[action] ?? action;

  return TOLD_BY_FIELDS.includes(action) ? `${deed} ${wordFields(fields)}` : deed;
};

const nameReversed = ({ reversedKind }: LedgerMoment) =>
  reversedKind === 'payment' ? 'Payment reversed' : 'Invoice voided';

/** The words with which `describeEntry` begins, before anything that somebody typed. */
const nameMoment = (entry: LedgerMoment): string =>
  entry.kind === 'reversal' ? nameReversed(entry) : nameEntry(entry);

/** The same words with the number of the document. */
const nameDocument = (entry: LedgerMoment): string => {
  const { kind, number, invoiceNumber } = entry;
  const named = nameMoment(entry);
  if (number === null) {
    return named;
  }
  switch (kind) {
    case 'invoice':
    case 'reversal':
      return named.replace(ENTRY_LABELS.invoice, `${ENTRY_LABELS.invoice} ${number}`);
    case 'credit-note':
      return `${named} ${number} of ${invoiceNumber}`;
    default:
      return `${named} (${number})`;
  }
};

/** The day at the bank, and the one that sums count, where they are not the day on which the entry was written. */
const wordDays = ({ kind, at, date, bankDate }: LedgerMoment): string => {
  const written = dayAfter(new Date(at), 0);
  if (kind !== 'payment') {
    return bankDate === null || bankDate === written ? '' : `, at the bank ${formatDateShort(bankDate)}`;
  }
  const bankDay = bankDayOf({ date, bankDate });
  const made = bankDay === written ? '' : `, made on ${formatDateShort(bankDay)}`;

  return date === bankDay ? made : `${made}, dated ${formatDateShort(date)}`;
};

const wordEntry = (entry: LedgerMoment): string =>
  `${nameDocument(entry)}${wordDays(entry)}${describeEntry(entry).slice(nameMoment(entry).length)}`;

const MAIL_STATES: Record<MailMoment['state'], string> = {
  waiting: 'waits',
  uncertain: 'perhaps sent',
  sent: 'sent',
  delivered: 'delivered',
  bounced: 'came back',
  complained: 'reported as unwanted',
  rejected: 'not sent',
  failed: 'not sent',
  skipped: 'not sent',
};

const wordMail = ({ kind, subject, state, reason }: MailMoment): string => {
  const because = wordMailReason(reason);

  return `Mail “${subject ?? mailKinds[kind].label}”: ${MAIL_STATES[state]}${because === null ? '' : ` (${because})`}`;
};

export const wordMoment = (moment: Moment): string => {
  switch (moment.source) {
    case 'ledger':
      return wordEntry(moment);
    case 'mail':
      return wordMail(moment);
    case 'audit':
      return wordAudit(moment);
  }
};

/** Who acted, where nobody was signed in. */
const STRANGERS: Readonly<Record<string, string>> = {
  'auth.login failed': 'Somebody at the sign-in page',
  'links.request-reset': 'Somebody at the sign-in page',
  'links.not-me': 'The owner of the address',
};

/** Names an administrator; only the account's owner acts on it as a client. */
export const wordActor = (moment: Moment): string => {
  const stranger = moment.source === 'audit' ? STRANGERS[moment.action] : undefined;
  if (stranger !== undefined) {
    return stranger;
  }
  if (moment.actor === null) {
    return 'The portal';
  }

  return moment.actor.role === 'client' ? 'The client' : moment.actor.name?.trim() || 'An administrator';
};
