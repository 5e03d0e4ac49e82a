import type { Link, LinkStore } from '#functions/ports/database/links/link-store.ts';
import type { HeldLink } from '#shared/contract/links.ts';
import { type LinkPurpose, PASSWORD_LINKS } from '#shared/mails/mail-kinds.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

interface CheckPorts {
  database: { links: Pick<LinkStore, 'find'> };
}

/** Refuses a link that does not hold or has another purpose. Changes nothing, because mail scanners follow links. */
const findHeld = async (
  { database }: CheckPorts,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<Link> =>
  requireLink(await database.links.find({ tokenHash: await hashLinkToken(token), purposes }, now));

export const checkVerification = async (ports: CheckPorts, token: string, now: Date): Promise<void> => {
  await findHeld(ports, token, ['verify', 'change'], now);
};

/** Says whether a link for a password is that of an invitation, and nothing of its account. */
export const checkReset = async (ports: CheckPorts, token: string, now: Date): Promise<HeldLink> => {
  const { purpose } = await findHeld(ports, token, PASSWORD_LINKS, now);

  return purpose === 'invite' ? { purpose } : undefined;
};
