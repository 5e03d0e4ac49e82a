import * as z from 'zod';
import { writeInvoiceMail } from '#functions/documents/mails/invoice-mail.ts';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import { writePaymentReceivedMail } from '#functions/documents/mails/payment-received-mail.ts';
import { writeInviteMail } from '#functions/documents/mails/reset-mail.ts';
import { writeTicketAnsweredMail } from '#functions/documents/mails/ticket-answered-mail.ts';
import type { PaymentStore } from '#functions/ports/database/ledger/payment-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { MailAttachment } from '#functions/ports/mailer.ts';
import { LINK_SECONDS } from '#shared/mail-kinds.ts';
import type { LogCount, MailPorts, Prepare } from './mail-attempt.ts';
import type { WorkerTime } from './mail-pace.ts';
import { makeLinks, wordTime } from './mailed-links.ts';
import { runMailJob } from './send-mail.ts';

export interface BusinessMailPorts extends MailPorts {
  database: MailPorts['database'] & { payments: Pick<PaymentStore, 'findWithBalance'> };
  invoiceFiles: Pick<InvoiceFiles, 'download'>;
}

const aboutInvoice = z.object({ invoiceId: z.number() });
const aboutPayment = z.object({ paymentId: z.number() });
const aboutTicket = z.object({ ticketId: z.number() });

/**
 * Reads the present PDF, which may be a copy that was made again. Undefined if somebody deleted it at the drive; a drive
 * that does not answer is a failure, after which the mail is tried again.
 */
const readPdf = async (
  { invoiceFiles }: Pick<BusinessMailPorts, 'invoiceFiles'>,
  file: { name: string; id: string; driveId: string | null } | null,
): Promise<MailAttachment | undefined> => {
  const bytes = file && (await invoiceFiles.download({ id: file.id, driveId: file.driveId }));

  return bytes ? { name: file.name, contentType: 'application/pdf', bytes } : undefined;
};

const prepareInvoice =
  (ports: BusinessMailPorts): Prepare =>
  async ({ about, account }) => {
    const invoice = await ports.database.mailWork.findInvoice(aboutInvoice.parse(about).invoiceId);
    if (!invoice || invoice.status === 'void' || invoice.userId !== account?.userId) {
      return 'outdated';
    }
    const pdf = await readPdf(ports, invoice.file);
    if (!pdf) {
      return 'no-pdf';
    }
    const { portalOrigin: portal } = ports.mailPace;

    return {
      write: async (now) => ({
        ...renderMail(writeInvoiceMail(invoice, { portal, now }), ports.provider),
        attachments: [pdf],
        links: [],
      }),
    };
  };

const prepareTicketAnswered =
  (ports: BusinessMailPorts): Prepare =>
  async ({ about, account }) => {
    const { ticketId } = aboutTicket.parse(about);
    const subject = account && (await ports.database.mailWork.findTicketSubject(account.userId, ticketId));
    if (subject === undefined) {
      return 'outdated';
    }
    const { portalOrigin: portal } = ports.mailPace;

    return {
      write: async () => ({
        ...renderMail(writeTicketAnsweredMail({ portal, ticketId, subject }), ports.provider),
        attachments: [],
        links: [],
      }),
    };
  };

const preparePaymentReceived =
  (ports: BusinessMailPorts): Prepare =>
  async ({ about, account }) => {
    const found = await ports.database.payments.findWithBalance(aboutPayment.parse(about).paymentId);
    if (!found || found.payment.reversedAt !== null || found.payment.userId !== account?.userId) {
      return 'outdated';
    }
    const { payment, balanceCents } = found;
    const { portalOrigin: portal } = ports.mailPace;

    return {
      write: async (now) => ({
        ...renderMail(writePaymentReceivedMail(payment, { balanceCents, portal, now }), ports.provider),
        attachments: [],
        links: [],
      }),
    };
  };

/** Its text is that of a mail for a new password, which leads to the same page (D46). */
const prepareInvitation =
  ({ mailPace, provider }: Pick<BusinessMailPorts, 'mailPace' | 'provider'>): Prepare =>
  async ({ address }) => ({
    write: async (now) => {
      const { links, make } = makeLinks(mailPace.portalOrigin, now);
      const to = address ?? '';
      const content = writeInviteMail({
        link: await make('invite', to, LINK_SECONDS.invite),
        notMeLink: await make('not-me', to, LINK_SECONDS.invite),
        holds: wordTime(LINK_SECONDS.invite),
      });

      return { ...renderMail(content, provider), attachments: [], links };
    },
  });

const prepareWith = (ports: BusinessMailPorts): Prepare => {
  const prepareInvoiceMail = prepareInvoice(ports);
  const preparePaymentMail = preparePaymentReceived(ports);
  const prepareTicketMail = prepareTicketAnswered(ports);
  const prepareInvite = prepareInvitation(ports);

  return async (mail, now) => {
    switch (mail.kind) {
      case 'invoice':
        return prepareInvoiceMail(mail, now);
      case 'payment-received':
        return preparePaymentMail(mail, now);
      case 'ticket-answered':
        return prepareTicketMail(mail, now);
      case 'invite':
        return prepareInvite(mail, now);
      default:
        throw new Error(`A mail of kind ${mail.kind} is no business mail`);
    }
  };
};

/** Runs the job of a business mail: may-be-sent.ts says to which accounts it goes. */
export const runBusinessMailJob = (
  ports: BusinessMailPorts,
  key: string,
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> =>
  runMailJob(ports, { kind: 'business-mail', key, prepare: prepareWith(ports) }, time, logCount);
