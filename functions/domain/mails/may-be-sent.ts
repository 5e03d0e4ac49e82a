import type { MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import { mailKinds, type SkipReason } from '#shared/mail-kinds.ts';

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

/**
 * True if the address of the mail is not verified. The address of an order was verified when the mail was ordered.
 */
export const goesToUnverified = ({ kind, account }: MailToSend): boolean => {
  const { address } = mailKinds[kind];

  return address === 'pending' || (address !== 'ordered' && !account?.isEmailVerified);
};

/** True if a block of the address stops a mail: after a complaint only those that may be switched off (D59). */
const isStopped = ({ kind, blockedBy }: MailToSend): boolean =>
  blockedBy === 'complaint' ? mailKinds[kind].job === 'business-mail' : blockedBy !== null;

/** Returns why a mail may not be sent any more, by the account as it is now; undefined if it may (D45, D58). */
export const findSkipReason = (mail: MailToSend): SkipReason | undefined => {
  const { kind, address, account } = mail;
  const rules = mailKinds[kind];
  const ifBlocked = isStopped(mail) ? 'blocked' : undefined;
  if (rules.address === 'ordered') {
    return address === null ? 'outdated' : ifBlocked;
  }
  if (!account?.isActive || address === null) {
    return 'account-gone';
  }

  if (!isSameAddress(address, rules.address === 'pending' ? account.pendingEmail : account.email)) {
    return 'outdated';
  }
  const isForUnverified = kind === 'verify' || kind === 'invite';
  if ((isForUnverified && account.isEmailVerified) || account.needsNoInvitation) {
    return 'outdated';
  }
  if (kind === 'change-asked' && account.pendingEmail === null) {
    return 'outdated';
  }
  // Somebody who has the mailbox of an unverified address must not become an administrator by it (D58).
  const setsPassword = kind === 'reset' || kind === 'invite';
  const needsVerified = rules.address === 'verified' || (setsPassword && account.isAdmin);
  if (needsVerified && !account.isEmailVerified) {
    return 'not-verified';
  }
  if (rules.job === 'business-mail' && kind !== 'invite' && !account.mailsAreOn) {
    return 'switched-off';
  }

  return ifBlocked;
};
