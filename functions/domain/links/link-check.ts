import type { LinkStore } from '#functions/ports/database/links/link-store.ts';
import type { LinkPurpose } from '#shared/mails/mail-kinds.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

/** Refuses a link that does not hold or has another purpose. Changes nothing, because mail scanners follow links. */
export const checkLink = async (
  { database }: { database: { links: Pick<LinkStore, 'find'> } },
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<void> => {
  requireLink(await database.links.find({ tokenHash: await hashLinkToken(token), purposes }, now));
};
