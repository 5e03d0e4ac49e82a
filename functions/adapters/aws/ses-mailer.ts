import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { MailAttachment, Mailer } from '#functions/ports/mailer.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';
import { readSesFault } from './ses-fault.ts';

/** SES answers in 0.1 s; the upload of a PDF of 4 MB takes longer. */
export const SES_PATIENCE = { connectMs: 2_000, callMs: 10_000 };

interface Sender {
  /** Address from which mails come. */
  from: string;
  /** Address to which answers go; the sender if it is empty. */
  replyTo: string;
  configurationSet: string;
}

/** Name of the tag by which an event finds its mail. */
const MAIL_TAG = 'mail';

/** Keeps programs from answering these mails, for example with out-of-office replies. */
const AUTOMATIC = [
  { Name: 'Auto-Submitted', Value: 'auto-generated' },
  { Name: 'X-Auto-Response-Suppress', Value: 'All' },
];

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const toAttachment = ({ name, contentType, bytes }: MailAttachment) => ({
  FileName: name,
  ContentType: contentType,
  ContentDisposition: 'ATTACHMENT' as const,
  // Without it SES sends only seven bits of each byte.
  ContentTransferEncoding: 'BASE64' as const,
  RawContent: bytes,
});

export const makeSesMailer = ({ from, replyTo, configurationSet }: Sender, patience: Patience): Mailer => {
  // A retry by the SDK could send a mail twice without our knowledge.
  const client = new SESv2Client({ maxAttempts: 1, requestHandler: makeRequestHandler(patience) });

  return {
    send: async ({ id, to, subject, html, text, attachments }) => {
      const command = new SendEmailCommand({
        FromEmailAddress: `${PRODUCT_NAME} <${from}>`,
        Destination: { ToAddresses: [to] },
        ...(replyTo !== '' && { ReplyToAddresses: [replyTo] }),
        ConfigurationSetName: configurationSet,
        EmailTags: [{ Name: MAIL_TAG, Value: id }],
        Content: {
          Simple: {
            Subject: utf8(subject),
            Body: { Html: utf8(html), Text: utf8(text) },
            Headers: AUTOMATIC,
            ...(attachments.length > 0 && { Attachments: attachments.map(toAttachment) }),
          },
        },
      });

      try {
        await client.send(command);
      } catch (error) {
        throw readSesFault(error);
      }
    },
  };
};
