import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Mail } from '#shared/contract/mails.ts';
import { AppError } from '#shared/errors.ts';
import { mailKinds } from '#shared/mail-kinds.ts';
import { requireMail } from './mail-is-on.ts';

const ALREADY_WAITS = 'A mail of this invoice already waits to be sent.';

/** Orders the mail of an invoice again; of two requests at the same moment, one is refused. */
export const resendInvoiceMail = async (
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
  const { invoice } = found;
  if (!invoice) {
    throw new AppError('conflict', 'Only the mail of an invoice can be sent again.');
  }
  if (invoice.newest.isWaiting) {
    throw new AppError('conflict', ALREADY_WAITS);
  }

  const { userId, invoiceId, invoiceNumber, newest } = invoice;
  const id = crypto.randomUUID();
  await database.transaction(async ({ mails, journal }) => {
    const order = {
      id,
      kind: 'invoice',
      // The key names the newest mail, so a second request at the same moment finds it taken.
      key: `invoice:${invoiceId}:after:${newest.id}`,
      userId,
      recipient: null,
      about: { invoiceId },
    } as const;
    if (!(await mails.order(order, now))) {
      throw new AppError('conflict', ALREADY_WAITS);
    }
    await journal.record(
      auditOf(admin, 'mails.resend', { record: `invoice ${invoiceNumber} of user ${userId}` }),
    );
  });

  return {
    id,
    kind: 'invoice',
    subject: mailKinds.invoice.label,
    to: null,
    state: 'waiting',
    reason: null,
    createdAt: now.toISOString(),
    sentAt: null,
  };
};
