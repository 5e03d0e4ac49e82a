import { hashLinkToken, makeLinkToken } from '#functions/domain/links/link-token.ts';
import type { MailedLink } from '#functions/ports/database/mails/mail-work-store.ts';
import type { LinkPurpose } from '#shared/mail-kinds.ts';

/** The pages that take the token of a link from the end of the address (D46). */
const PAGES: Record<LinkPurpose, string> = {
  reset: '/reset-password',
  invite: '/reset-password',
  verify: '/verify-email',
  change: '/verify-email',
  'not-me': '/not-me',
  'not-asked': '/not-me',
};

/** Makes the links of a mail. Their time begins now, when the mail is sent. */
export const makeLinks = (portal: string, now: Date) => {
  const links: MailedLink[] = [];

  return {
    links,
    make: async (purpose: LinkPurpose, address: string, seconds: number): Promise<string> => {
      const token = makeLinkToken();
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      links.push({ tokenHash: await hashLinkToken(token), purpose, address, expiresAt });

      return `${portal}${PAGES[purpose]}#${token}`;
    },
  };
};

export type Links = ReturnType<typeof makeLinks>;

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Words how long a link holds, such as '60 minutes', '24 hours' or '7 days'. */
export const wordTime = (seconds: number): string => {
  if (seconds > DAY_SECONDS) {
    return `${seconds / DAY_SECONDS} days`;
  }

  return seconds > HOUR_SECONDS ? `${seconds / HOUR_SECONDS} hours` : `${seconds / 60} minutes`;
};
