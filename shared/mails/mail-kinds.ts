import type { JobKind } from '../job-kinds.ts';
import { BRAKED_SHARES, type BrakedShare, type PaceShare } from './mail-shares.ts';

interface MailKindRules {
  /** The screens' name for it, also its subject as long as it was not sent. */
  label: string;
  job: Extract<JobKind, 'account-mail' | 'business-mail'>;
  share: PaceShare;
  /** False for a mail of a share with a brake whose bounces and complaints do not count for it. */
  isBraked?: false;
  /**
   * The address that the worker requires before it sends. 'verified': the account's own and verified; 'own': the
   * account's own; 'pending': the one that the account is to get; 'ordered': the one of the order, which was checked
   * then.
   */
  address: 'verified' | 'own' | 'pending' | 'ordered';
  /** Time after which it is no longer sent. */
  worthSeconds: number;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The kinds of mail (D58). An account can switch off those of `business-mail`, except an invitation. */
export const mailKinds = {
  verify: {
    label: 'Verify your address',
    job: 'account-mail',
    share: 'all',
    address: 'own',
    worthSeconds: HOUR,
  },
  change: {
    label: 'Verify your new address',
    job: 'account-mail',
    share: 'all',
    address: 'pending',
    worthSeconds: HOUR,
  },
  reset: {
    label: 'Reset your password',
    job: 'account-mail',
    share: 'all',
    address: 'own',
    worthSeconds: HOUR,
  },
  'change-asked': {
    label: 'Change of address asked for',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: HOUR,
  },
  'address-changed': {
    label: 'Address changed',
    job: 'account-mail',
    share: 'all',
    address: 'ordered',
    worthSeconds: HOUR,
  },
  'password-changed': {
    label: 'Password changed',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'new-sign-in': {
    label: 'New sign-in',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'account-closed': {
    label: 'Account closed',
    job: 'account-mail',
    share: 'all',
    address: 'ordered',
    worthSeconds: DAY,
  },
  'admin-reset-used': {
    label: 'Reset link of an administrator used',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'factor-changed': {
    label: 'Second factor changed',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'admin-factor-changed': {
    label: 'Second factor of another account changed',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'second-step-refused': {
    label: 'Second step refused',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'recovery-code-used': {
    label: 'Recovery code used',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  'registration-refused': {
    label: 'Registration refused by the owner of its address',
    job: 'account-mail',
    share: 'all',
    address: 'verified',
    worthSeconds: DAY,
  },
  invoice: {
    label: 'Invoice',
    job: 'business-mail',
    share: 'business',
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  'credit-note': {
    label: 'Credit note',
    job: 'business-mail',
    share: 'business',
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  'payment-received': {
    label: 'Payment received',
    job: 'business-mail',
    share: 'business',
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  'payment-not-yours': {
    label: 'A payment was not yours',
    job: 'business-mail',
    share: 'business',
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  statement: {
    label: 'Statement',
    job: 'business-mail',
    share: 'business',
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  'ticket-answered': {
    label: 'Ticket answered',
    job: 'business-mail',
    share: 'business',
    isBraked: false,
    address: 'verified',
    worthSeconds: 3 * DAY,
  },
  invite: {
    label: 'Invitation',
    job: 'business-mail',
    share: 'invite',
    address: 'own',
    worthSeconds: 3 * DAY,
  },
} as const satisfies Record<string, MailKindRules>;

export type MailKind = keyof typeof mailKinds;

export const MAIL_KINDS = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/** Returns the share whose brake counts the bounces and complaints of a kind; undefined if none does. */
export const brakeOf = (kind: MailKind): BrakedShare | undefined => {
  const { share, isBraked }: MailKindRules = mailKinds[kind];

  return isBraked === false ? undefined : BRAKED_SHARES.find((braked) => braked === share);
};

/** The states of a mail (D59): 'sent' means that SES took it. */
export const MAIL_STATES = [
  'waiting',
  'uncertain',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
  'failed',
  'skipped',
] as const;

export const MAIL_STATE_LABELS: Record<(typeof MAIL_STATES)[number], string> = {
  waiting: 'Waiting',
  uncertain: 'Uncertain',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Complained',
  rejected: 'Rejected',
  failed: 'Failed',
  skipped: 'Not sent',
};

/** Why a mail was skipped, with the words of the screens. */
export const SKIP_REASONS = {
  'not-verified': 'The address is not verified',
  'switched-off': 'Mail is switched off',
  blocked: 'The address is blocked',
  'too-many': 'Too many mails',
  'account-gone': 'There is no such active account',
  outdated: 'It no longer applies',
  'not-asked': 'Its owner said that they did not ask for it',
  'no-pdf': 'The PDF is gone',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** Why no statement is mailed to a client, besides what would make its mail skipped. */
export const STATEMENT_REASONS = {
  'ordered-today': 'A statement was already ordered today',
  'ordered-before': 'This statement was already ordered',
} as const;

/** Why a mail was refused or given up, with the words of the screens. */
export const FAILURE_REASONS = {
  refused: 'The mail service did not take it',
  'given-up': 'It could not be sent',
  'too-late': 'It could not be sent in time',
} as const;
export type FailureReason = keyof typeof FAILURE_REASONS;

const REASONS: Readonly<Record<string, string>> = { ...SKIP_REASONS, ...FAILURE_REASONS };

export const wordMailReason = (code: string | null): string | null =>
  code === null ? null : (REASONS[code] ?? null);

/** Why mail to an address was stopped, with the words of the screens. */
export const MAIL_BLOCK_REASONS = {
  bounce: 'Mail to this address came back',
  complaint: 'A mail to this address was reported as unwanted',
  'not-me': 'The owner of this address said that they are not this client',
  'brought-back': 'A restore of the database brought back this address, which had been replaced',
} as const;
export type MailBlockReason = keyof typeof MAIL_BLOCK_REASONS;
export const MAIL_BLOCK_KEYS = Object.keys(MAIL_BLOCK_REASONS) as [MailBlockReason, ...MailBlockReason[]];

/**
 * The purposes of a link in a mail (D46), and the time for which each holds once it is sent. 'not-me' says that an
 * address is not the account's owner's, 'not-asked' that its owner did not ask for a new password.
 */
export const LINK_SECONDS = { reset: 30 * 60, invite: 7 * DAY, change: HOUR, verify: DAY } as const;
export const LINK_PURPOSES = ['reset', 'invite', 'verify', 'change', 'not-me', 'not-asked'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The links that set a password and verify the address. */
export const PASSWORD_LINKS = ['reset', 'invite'] as const satisfies LinkPurpose[];
