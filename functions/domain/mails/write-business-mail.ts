import * as z from 'zod';
import { writeCreditNoteMail } from '#functions/documents/mails/credit-note-mail.ts';
import { writeInvoiceMail } from '#functions/documents/mails/invoice-mail.ts';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import type { MailContent } from '#functions/documents/mails/mail-parts.ts';
import { writePaymentNotYoursMail } from '#functions/documents/mails/payment-not-yours-mail.ts';
import { writePaymentReceivedMail } from '#functions/documents/mails/payment-received-mail.ts';
import { writeInviteMail } from '#functions/documents/mails/reset-mail.ts';
import { writeStatementMail } from '#functions/documents/mails/statement-mail.ts';
import { writeTicketAnsweredMail } from '#functions/documents/mails/ticket-answered-mail.ts';
import { summarizeStatement } from '#functions/domain/debtors/read-statement.ts';
import type { StatementStore } from '#functions/ports/database/debtors/statement-store.ts';
import type { MailedLink, MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import type { PaymentStore } from '#functions/ports/database/payments/payment-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import type { MailAttachment } from '#functions/ports/mailer.ts';
import { OPEN_ITEMS_MAX } from '#shared/contract/limits.ts';
import type { Seller } from '#shared/invoices/issued-invoice.ts';
import { LINK_SECONDS, type SkipReason } from '#shared/mails/mail-kinds.ts';
import { makeLink, wordTime } from './mailed-links.ts';
import type { AddressedMail } from './may-be-sent.ts';
import type { WrittenMail } from './send-mail.ts';

export interface WriteBusinessMailPorts {
  database: {
    mailWork: Pick<MailWorkStore, 'findInvoice' | 'findCreditNote' | 'findTicketSubject'>;
    payments: Pick<PaymentStore, 'findWithAccount' | 'readDebt'>;
    statements: Pick<StatementStore, 'read'>;
  };
  invoiceFiles: Pick<InvoiceFiles, 'download'>;
  mailPace: Pick<MailPace, 'portalOrigin'>;
  supplier: Pick<Seller, 'supplier' | 'bank'>;
}

interface Content {
  content: MailContent;
  attachments?: readonly MailAttachment[];
  links?: readonly MailedLink[];
}

const aboutInvoice = z.object({ invoiceId: z.number() });
const aboutCreditNote = z.object({ creditNoteId: z.number() });
/** Payments of one press; the first one, `paymentId`, is that of the timeline's link. */
const aboutPayments = z.object({ paymentIds: z.array(z.number()) });
const aboutPayment = z.object({ paymentId: z.number() });
const aboutStatement = z.object({ from: z.string(), to: z.string() });
const aboutTicket = z.object({ ticketId: z.number() });

/**
 * Reads the present PDF, which may be a copy that was made again. Undefined if somebody deleted it at the drive; a drive
 * that does not answer is a failure, after which the mail is tried again.
 */
const readPdf = async (
  { invoiceFiles }: Pick<WriteBusinessMailPorts, 'invoiceFiles'>,
  file: { name: string; id: string; driveId: string | null } | null,
): Promise<MailAttachment | undefined> => {
  const bytes = file && (await invoiceFiles.download({ id: file.id, driveId: file.driveId }));

  return bytes ? { name: file.name, contentType: 'application/pdf', bytes } : undefined;
};

const writeContent = async (
  ports: WriteBusinessMailPorts,
  { kind, about, account, address }: AddressedMail,
  now: Date,
): Promise<Content | SkipReason> => {
  const { mailWork, payments, statements } = ports.database;
  const { portalOrigin: portal } = ports.mailPace;
  switch (kind) {
    case 'invoice': {
      const invoice = await mailWork.findInvoice(aboutInvoice.parse(about).invoiceId);
      if (!invoice || invoice.status === 'void' || invoice.userId !== account?.userId) {
        return 'outdated';
      }
      const pdf = await readPdf(ports, invoice.file);

      return pdf ? { content: writeInvoiceMail(invoice, { portal, now }), attachments: [pdf] } : 'no-pdf';
    }
    case 'credit-note': {
      const note = await mailWork.findCreditNote(aboutCreditNote.parse(about).creditNoteId);
      if (note?.userId !== account?.userId || !note) {
        return 'outdated';
      }
      const pdf = await readPdf(ports, note.file);

      return pdf ? { content: writeCreditNoteMail(note, { portal }), attachments: [pdf] } : 'no-pdf';
    }
    case 'payment-received': {
      const { paymentIds } = aboutPayments.parse(about);
      const { payments: found, account: payer } = await payments.findWithAccount(paymentIds);
      const [first, ...others] = found.filter(
        ({ reversedAt, userId }) => reversedAt === null && userId === account?.userId,
      );

      return first && payer
        ? { content: writePaymentReceivedMail([first, ...others], payer, { portal, now }) }
        : 'outdated';
    }
    case 'payment-not-yours': {
      const { payments: found, account: payer } = await payments.findWithAccount([
        aboutPayment.parse(about).paymentId,
      ]);
      const [payment] = found;
      if (!payment?.reversedAt || !payer || payment.userId !== account?.userId) {
        return 'outdated';
      }

      return { content: writePaymentNotYoursMail(payment, payer, { portal, now }) };
    }
    case 'statement': {
      const period = aboutStatement.parse(about);
      const userId = account?.userId ?? 0;
      const [statement, debt] = await Promise.all([
        summarizeStatement(statements, userId, period, now),
        payments.readDebt(userId, OPEN_ITEMS_MAX),
      ]);
      if (!statement || !debt) {
        return 'outdated';
      }
      const { supplier, bank } = ports.supplier;
      const paying = { debt, reference: statement.OWNumber, bank };

      return {
        content: writeStatementMail(statement, paying, { portal, contactEmail: supplier.email, now }),
      };
    }
    case 'ticket-answered': {
      const { ticketId } = aboutTicket.parse(about);
      const subject = account && (await mailWork.findTicketSubject(account.userId, ticketId));

      return subject === undefined
        ? 'outdated'
        : { content: writeTicketAnsweredMail({ portal, ticketId, subject }) };
    }
    // Its link leads to the same page as that of a mail for a new password (D46).
    case 'invite': {
      const holdsSeconds = LINK_SECONDS.invite;
      const invite = await makeLink(portal, { purpose: 'invite', address, holdsSeconds });
      const notMe = await makeLink(portal, { purpose: 'not-me', address, holdsSeconds });
      const content = writeInviteMail({
        link: invite.url,
        notMeLink: notMe.url,
        holds: wordTime(holdsSeconds),
      });

      return { content, links: [invite.link, notMe.link] };
    }
    default:
      throw new Error(`A mail of kind ${kind} is no business mail`);
  }
};

/** Writes a mail about what an account has with us, or says why it no longer applies. */
export const writeBusinessMail = async (
  ports: WriteBusinessMailPorts,
  mail: AddressedMail,
  now: Date,
): Promise<WrittenMail | SkipReason> => {
  const written = await writeContent(ports, mail, now);
  if (typeof written === 'string') {
    return written;
  }
  const { content, attachments = [], links = [] } = written;

  return { ...renderMail(content, ports.supplier.supplier, ports.mailPace.portalOrigin), attachments, links };
};
