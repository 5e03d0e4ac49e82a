import type { UserDetail } from '#shared/contract/users.ts';
import { SKIP_REASONS } from '#shared/mails/mail-kinds.ts';

/** What decides whether invoices, credit notes, statements and thanks are mailed to a client. */
export type MailedClient = Pick<
  UserDetail,
  'User_Email' | 'User_Status' | 'emailVerified' | 'mail' | 'mailsAreOn'
>;

/** Says why no such mail goes to a client, in the order in which the server asks (D58); undefined if one goes. */
export const whyNotMailed = ({
  mail,
  User_Status,
  emailVerified,
  mailsAreOn,
}: MailedClient): string | undefined => {
  if (mail === 'off') {
    return 'This portal sends no mail';
  }
  if (User_Status !== 1) {
    return SKIP_REASONS['account-gone'];
  }
  if (!emailVerified) {
    return SKIP_REASONS['not-verified'];
  }
  if (!mailsAreOn) {
    return SKIP_REASONS['switched-off'];
  }

  return mail === 'blocked' ? SKIP_REASONS.blocked : undefined;
};

/** Says to which address a document is mailed, or why it is not. */
export const wordMailed = (client: MailedClient): string => {
  const reason = whyNotMailed(client);

  return reason
    ? `Not mailed: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
    : `Mailed to ${client.User_Email}`;
};
