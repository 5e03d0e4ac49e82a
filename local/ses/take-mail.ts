import type { MailStore, NewMail, StoredMail } from './mail-store.ts';
import type { ParsedEmail } from './send-email-input.ts';

const listHeaders = (email: ParsedEmail, id: string, at: Date, region: string) => [
  { name: 'From', value: email.fromAsSent },
  { name: 'To', value: email.to.address },
  ...(email.replyTo.length > 0 ? [{ name: 'Reply-To', value: email.replyTo.join(', ') }] : []),
  { name: 'Subject', value: email.Subject.Data },
  { name: 'Date', value: at.toUTCString() },
  { name: 'Message-ID', value: `<${id}@${region}.amazonses.com>` },
  { name: 'MIME-Version', value: '1.0' },
  ...email.Headers.map(({ Name, Value }) => ({ name: Name, value: Value })),
];

/** Stores a mail as its recipient gets it. */
export const takeMail = (
  store: MailStore,
  email: ParsedEmail,
  id: string,
  at: Date,
  region: string,
): StoredMail => {
  const files = email.Attachments.map(({ RawContent }) => Buffer.from(RawContent, 'base64'));
  const mail: NewMail = {
    id,
    at: at.toISOString(),
    from: email.fromAsSent,
    fromDomain: email.from.domain,
    to: [email.to.address],
    subject: email.Subject.Data,
    html: email.Body.Html.Data,
    text: email.Body.Text.Data,
    headers: listHeaders(email, id, at, region),
    attachments: email.Attachments.map(({ FileName, ContentType }, index) => ({
      name: FileName,
      type: ContentType,
      size: files[index]?.length ?? 0,
    })),
    tags: email.EmailTags.map(({ Name, Value }) => ({ name: Name, value: Value })),
    configurationSet: email.ConfigurationSetName,
  };

  return store.add(mail, files);
};
