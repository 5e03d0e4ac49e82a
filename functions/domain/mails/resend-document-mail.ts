import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Mail } from '#shared/contract/mails.ts';
import { AppError } from '#shared/errors.ts';
import { mailKinds } from '#shared/mails/mail-kinds.ts';
import { requireMail } from './mail-is-on.ts';

const KINDS = {
  invoice: { noun: 'invoice', aboutOf: (invoiceId: number) => ({ invoiceId }) },
  'credit-note': { noun: 'credit note', aboutOf: (creditNoteId: number) => ({ creditNoteId }) },
};

const alreadyWaits = (noun: string) =>
  new AppError('conflict', `A mail of this ${noun} already waits to be sent.`);

/** Orders the mail of an invoice or a credit note again; of two requests at the same moment, one is refused. */
export const resendDocumentMail = async (
  {
    database,
    mailSettings,
  }: { database: DatabaseOf<'mails' | 'mailHistory' | 'journal'>; mailSettings: MailSettings },
  admin: SessionUser,
  mailId: string,
  now: Date,
): Promise<Mail> => {
  requireMail(mailSettings);
  const found = await database.mailHistory.find(mailId);
  if (!found) {
    throw new AppError('not_found', 'Mail not found');
  }
  if (!found.document) {
    throw new AppError('conflict', 'Only the mail of an invoice or a credit note can be sent again.');
  }
  const { userId, kind, documentId, number, newest } = found.document;
  const { noun, aboutOf } = KINDS[kind];
  if (newest.isWaiting) {
    throw alreadyWaits(noun);
  }

  const id = crypto.randomUUID();
  await database.transaction(async ({ mails, journal }) => {
    const order = {
      id,
      kind,
      // The key names the newest mail, so a second request at the same moment finds it taken.
      key: `${kind}:${documentId}:after:${newest.id}`,
      userId,
      recipient: null,
      about: aboutOf(documentId),
    } as const;
    if (!(await mails.order(order, now))) {
      throw alreadyWaits(noun);
    }
    await journal.record(auditOf(admin, 'mails.resend', { record: `${noun} ${number} of user ${userId}` }));
  });

  return {
    id,
    kind,
    subject: mailKinds[kind].label,
    to: null,
    state: 'waiting',
    reason: null,
    createdAt: now.toISOString(),
    sentAt: null,
  };
};
