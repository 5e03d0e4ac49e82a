import { resendDocumentMail } from '#functions/domain/mails/resend-document-mail.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { journalStore, mailHistoryStore, mailStore } from '#functions/runtime/ports/stores.ts';
import { mails } from '#shared/contract/mails.ts';

export const handler = endpoint(
  mails.resend,
  {
    database: databaseWith(journalStore, mailHistoryStore, mailStore),
    mailSettings,
    businessMailQueue: jobSender('business-mail'),
  },
  ({ ports, user, params, now }) => resendDocumentMail(ports, user, params.id, now),
  ({ ports, result }) => ports.businessMailQueue.send(result.id),
);
