import type { MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import { mailKinds, type SkipReason } from '#shared/mails/mail-kinds.ts';

/** What decides whether a mail may be sent. */
type AskedMail = Pick<MailToSend, 'kind' | 'address' | 'account' | 'blockedBy'>;

type Addressed<Mail extends AskedMail> = Mail & { address: string };

/** A mail whose address is known. */
export type AddressedMail = Addressed<MailToSend>;

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

/**
 * True if the address of the mail is not verified. The address of an order was verified when the mail was ordered.
 */
export const goesToUnverified = ({ kind, account }: MailToSend): boolean => {
  const { address } = mailKinds[kind];

  return address === 'pending' || (address !== 'ordered' && !account?.isEmailVerified);
};

/** True if a block of the address stops a mail: after a complaint only those that may be switched off (D59). */
const isStopped = ({ kind, blockedBy }: AskedMail): boolean =>
  blockedBy === 'complaint' ? mailKinds[kind].job === 'business-mail' : blockedBy !== null;

const unlessBlocked = <Mail extends AskedMail>(mail: Mail): Mail | SkipReason =>
  isStopped(mail) ? 'blocked' : mail;

/** Returns the mail if it may still be sent, by the account as it is now; otherwise why not (D45, D58). */
export const checkMayBeSent = <Mail extends AskedMail>(mail: Mail): Addressed<Mail> | SkipReason => {
  const { kind, address, account } = mail;
  const rules = mailKinds[kind];
  if (rules.address === 'ordered') {
    return address === null ? 'outdated' : unlessBlocked({ ...mail, address });
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

  return unlessBlocked({ ...mail, address });
};
