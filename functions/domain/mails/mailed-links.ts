import { hashLinkToken, makeLinkToken } from '#functions/domain/links/link-token.ts';
import type { MailedLink } from '#functions/ports/database/mails/mail-work-store.ts';
import type { LinkPurpose } from '#shared/mails/mail-kinds.ts';

/** The pages that take the token of a link from the end of the address (D46). */
const PAGES: Record<LinkPurpose, string> = {
  reset: '/reset-password',
  invite: '/reset-password',
  verify: '/verify-email',
  change: '/verify-email',
  'not-me': '/not-me',
  'not-asked': '/not-me',
};

/** Makes a link for a mail, and what the database keeps of it. */
export const makeLink = async (
  portal: string,
  link: Omit<MailedLink, 'tokenHash'>,
): Promise<{ url: string; link: MailedLink }> => {
  const token = makeLinkToken();

  return {
    url: `${portal}${PAGES[link.purpose]}#${token}`,
    link: { ...link, tokenHash: await hashLinkToken(token) },
  };
};

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Words how long a link holds, such as '60 minutes', '24 hours' or '7 days'. */
export const wordTime = (seconds: number): string => {
  if (seconds > DAY_SECONDS) {
    return `${seconds / DAY_SECONDS} days`;
  }

  return seconds > HOUR_SECONDS ? `${seconds / HOUR_SECONDS} hours` : `${seconds / 60} minutes`;
};
