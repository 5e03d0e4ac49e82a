import type { MailStore, NewMail, StoredMail } from './mail-store.ts';
import type { ParsedEmail } from './send-email-input.ts';

type Message = ParsedEmail['Content']['Simple'];

/** Returns a text as it arrives: without a charset SES sends seven-bit ASCII, and other characters are lost. */
const readContent = (content: Message['Subject'] | undefined): string | null => {
  if (!content) {
    return null;
  }
  const isAscii = (content.Charset ?? 'us-ascii').toLowerCase() === 'us-ascii';

  return isAscii ? content.Data.replaceAll(/\P{ASCII}/gu, '?') : content.Data;
};

/** Returns the bytes of a file as they arrive: in seven bits, unless an encoding was asked for. */
const readFile = ({ RawContent, ContentTransferEncoding }: Message['Attachments'][number]): Uint8Array => {
  const bytes = Buffer.from(RawContent, 'base64');

  return ContentTransferEncoding === 'SEVEN_BIT' ? bytes.map((byte) => byte & 0x7f) : bytes;
};

const toAddresses = (list: ParsedEmail['to']): string[] => list.map(({ address }) => address);

const listHeaders = (email: ParsedEmail, id: string, subject: string, at: Date, region: string) => [
  { name: 'From', value: email.fromAsSent },
  ...(email.to.length > 0 ? [{ name: 'To', value: toAddresses(email.to).join(', ') }] : []),
  ...(email.cc.length > 0 ? [{ name: 'Cc', value: toAddresses(email.cc).join(', ') }] : []),
  ...(email.replyTo.length > 0 ? [{ name: 'Reply-To', value: email.replyTo.join(', ') }] : []),
  { name: 'Subject', value: subject },
  { name: 'Date', value: at.toUTCString() },
  { name: 'Message-ID', value: `<${id}@${region}.amazonses.com>` },
  { name: 'MIME-Version', value: '1.0' },
  ...email.Content.Simple.Headers.map(({ Name, Value }) => ({ name: Name, value: Value })),
];

/** Stores a mail as its recipient gets it. */
export const takeMail = (
  store: MailStore,
  email: ParsedEmail,
  id: string,
  at: Date,
  region: string,
): StoredMail => {
  const { Subject, Body, Attachments } = email.Content.Simple;
  const subject = readContent(Subject) ?? '';
  const files = Attachments.map(readFile);
  const mail: NewMail = {
    id,
    at: at.toISOString(),
    from: email.fromAsSent,
    fromDomain: email.from.domain,
    to: toAddresses(email.to),
    cc: toAddresses(email.cc),
    recipients: toAddresses(email.recipients),
    subject,
    html: readContent(Body.Html),
    text: readContent(Body.Text),
    headers: listHeaders(email, id, subject, at, region),
    attachments: Attachments.map(({ FileName, ContentType }, index) => ({
      name: FileName,
      type: ContentType ?? 'application/octet-stream',
      size: files[index]?.length ?? 0,
    })),
    tags: email.EmailTags.map(({ Name, Value }) => ({ name: Name, value: Value })),
    configurationSet: email.ConfigurationSetName ?? null,
  };

  return store.add(mail, files);
};
