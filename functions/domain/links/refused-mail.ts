import { auditOf } from '#functions/domain/audit.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

/**
 * Ends an account's links to an address and stops mail to it, because the owner of the address says that the account is
 * not theirs. For the same reason the audit row names no actor.
 */
export const refuseMail = async (
  { database, note }: { database: DatabaseOf<'links' | 'journal'>; note: NoteRequest },
  { address }: Pick<Viewer, 'address'>,
  token: string,
  now: Date,
): Promise<void> => {
  const tokenHash = await hashLinkToken(token);
  const { userId, OWNumber, User_Email, ...link } = requireLink(
    await database.links.find({ tokenHash, purposes: ['not-me'] }, now),
  );

  await database.transaction(async ({ links, journal }) => {
    const taken = requireLink(await links.take({ tokenHash, userId, purpose: 'not-me' }, now));
    await links.stopMail(userId, taken.address);
    await journal.record(auditOf({ userId: null, address }, 'links.not-me', { record: `user ${userId}` }));
  });
  if (link.address.toLowerCase() === User_Email.toLowerCase()) {
    note({ account: { id: userId, owNumber: OWNumber, ownAddress: 'not-me' } });
  }
};
