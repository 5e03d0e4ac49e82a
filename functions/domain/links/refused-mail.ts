import { auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { resetStopOf } from '#functions/domain/mails/reset-stop.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Link } from '#functions/ports/database/links/link-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { DOMAIN } from '#shared/brand.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

interface RefusePorts extends MailOrderPorts {
  database: DatabaseOf<'links' | 'sessions' | 'throttle' | 'mails' | 'journal'>;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
  supportSettings: Pick<SupportSettings, 'isOn'>;
  note: NoteRequest;
}

const namesOwnAddress = ({ address, User_Email }: Link): boolean =>
  address.toLowerCase() === User_Email.toLowerCase();

/**
 * True for a registration with somebody else's address: nothing has ever shown that the address belongs to the client
 * who registered with it.
 */
const isForeignRegistration = (link: Link): boolean =>
  link.isRegistered && !link.emailVerified && !link.isAdmin && namesOwnAddress(link);

/** The address that an account keeps when its own is given back to the owner. No mail is ever sent to it. */
const addressOfRefused = (owNumber: string): string => `not-me+${owNumber}@${DOMAIN}`;

/**
 * Believes the owner of an address, who says that a mail was not for them (D46). If they did not ask for a new password,
 * no such mail is sent for a day. If an account names their address, the account's links to it end and no mail goes to
 * it; an account that was registered with it and never verified it is deactivated and gives the address free. The audit
 * row names no actor, because the owner of the address may be nobody whom the portal knows.
 */
export const refuseMail = async (
  { database, sessionTokens, supportSettings, note, ...ports }: RefusePorts,
  { address }: Pick<Viewer, 'address'>,
  token: string,
  now: Date,
): Promise<void> => {
  const tokenHash = await hashLinkToken(token);
  const purposes = ['not-me', 'not-asked'] as const;
  const { userId, purpose } = requireLink(await database.links.find({ tokenHash, purposes }, now));

  const orders = openMailOrders(ports, now);
  const refused = await database.transaction(async ({ links, sessions, throttle, mails, journal }) => {
    const taken = requireLink(await links.take({ tokenHash, userId, purpose }, now));
    const isForeign = purpose === 'not-me' && isForeignRegistration(taken);
    if (purpose === 'not-asked') {
      await links.endResets(userId);
      await throttle.take(await resetStopOf(sessionTokens, taken), now);
    } else if (isForeign) {
      const write = { queuesContact: supportSettings.isOn, now };
      await links.giveAddressFree(userId, addressOfRefused(taken.OWNumber), write);
      await links.endAllOf(userId);
      await sessions.endAllOf(userId);
      await orders.orderBy(() => mails.orderAboutRefused(userId, now));
    } else {
      await links.stopMail(userId, taken.address);
    }
    const changes = isForeign ? { User_Email: null, User_Status: 0 } : undefined;
    const done = { record: `user ${userId}`, ...(changes && { changes }) };
    await journal.record(auditOf({ userId: null, address }, 'links.not-me', done));

    return { ...taken, isForeign };
  });
  if (purpose === 'not-me' && namesOwnAddress(refused)) {
    const { OWNumber: owNumber, isForeign } = refused;
    const changed = isForeign && { changed: { User_Status: 0 } };
    note({ account: { id: userId, owNumber, ownAddress: 'not-me', ...changed } });
  }

  await orders.send();
};
