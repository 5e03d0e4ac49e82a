import { auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, type MailOrders, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { type ContactJobPorts, sendContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Link } from '#functions/ports/database/links/link-store.ts';
import type { ContactWrite } from '#functions/ports/database/users/user-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { AppError } from '#shared/errors.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

type VerifyDatabase = DatabaseOf<
  'links' | 'sessions' | 'sessionLists' | 'mails' | 'journal' | 'helpdeskContacts'
>;

interface VerifyPorts extends MailOrderPorts, ContactJobPorts {
  database: VerifyDatabase;
  sessionTokens: Pick<SessionTokens, 'verify'>;
  note: NoteRequest;
}

interface Use {
  tokenHash: string;
  link: Link;
  /** The session that the request presents. */
  ownSessionId: string;
  address: string;
  write: ContactWrite;
}

/** Returns the session that the request presents, as long as it is one of the account. */
const findOwnSession = async (
  { database, sessionTokens }: Pick<VerifyPorts, 'database' | 'sessionTokens'>,
  { sessionToken }: Viewer,
  userId: number,
  now: Date,
): Promise<string | undefined> => {
  const claims = sessionToken ? await sessionTokens.verify(sessionToken) : undefined;
  const user = claims && (await database.sessions.findUser(claims.sessionId, now));

  return user?.userId === userId ? claims?.sessionId : undefined;
};

/** Verifies the address that the account has. */
const verifyOwn = (
  database: VerifyDatabase,
  { tokenHash, link: { userId }, address, write }: Use,
): Promise<void> =>
  database.transaction(async ({ links, journal }) => {
    requireLink(await links.take({ tokenHash, userId, purpose: 'verify' }, write.now));
    await links.verify(userId, write);
    await journal.record(auditOf({ userId, address }, 'links.verify', { record: `user ${userId}` }));
  });

/** Gives the account its new address and ends its other sessions, in case one of them is a stranger's (D60). */
const changeAddress = (
  database: VerifyDatabase,
  orders: MailOrders,
  { tokenHash, link: { userId }, ownSessionId, address, write }: Use,
): Promise<void> =>
  database.transaction(async ({ links, sessionLists, mails, journal }) => {
    const taken = requireLink(await links.take({ tokenHash, userId, purpose: 'change' }, write.now));

    await links.changeAddress(userId, write);
    await links.endAllOf(userId);
    await sessionLists.endOthers(userId, ownSessionId);
    if (taken.emailVerified) {
      await orders.order(mails, { kind: 'address-changed', userId, recipient: taken.User_Email });
    }
    const done = { record: `user ${userId}`, changes: ['User_Email'] };
    await journal.record(auditOf({ userId, address }, 'links.verify', done));
  });

/**
 * Verifies an address by its link (D46). The user must also be signed in to the account, so that the owner of an address
 * cannot verify an account that a stranger registered with it, or that asks for it.
 */
export const verifyAddress = async (
  { database, sessionTokens, note, ...ports }: VerifyPorts,
  viewer: Viewer,
  token: string,
  now: Date,
): Promise<void> => {
  const tokenHash = await hashLinkToken(token);
  const link = requireLink(await database.links.find({ tokenHash, purposes: ['verify', 'change'] }, now));
  const { userId, OWNumber } = link;
  const ownSessionId = await findOwnSession({ database, sessionTokens }, viewer, userId, now);
  if (!ownSessionId) {
    const code = viewer.sessionToken ? 'unauthenticated' : 'no_cookie';
    throw new AppError(code, 'Please sign in to the account that this mail is about.');
  }
  const write = { queuesContact: ports.supportSettings.isOn, now };
  const use = { tokenHash, link, ownSessionId, address: viewer.address, write };

  if (link.purpose === 'change') {
    const orders = openMailOrders(ports, now);
    await changeAddress(database, orders, use);
    note({ account: { id: userId, owNumber: OWNumber, changed: { User_Email: null } } });
    await orders.send();
  } else {
    await verifyOwn(database, use);
    note({ account: { id: userId, owNumber: OWNumber, ownAddress: 'verified' } });
  }
  await sendContactJob({ database, ...ports }, userId, now);
};
