import * as z from 'zod';
import { checkFileName } from './attachment-names.ts';
import { badRequest } from './errors.ts';
import { parseMailAddress } from './mail-addresses.ts';

const MESSAGE_BYTES_MAX = 40 * 1024 * 1024;
const RECIPIENTS_MAX = 50;
const CHARSETS = ['utf-8', 'iso-8859-1', 'shift_jis', 'us-ascii'];

/** Headers that SES writes from the other fields; each of them may appear only once in a mail. */
const OWN_HEADERS = new Set(
  'from to cc bcc subject reply-to date message-id mime-version return-path content-type content-disposition content-transfer-encoding'.split(
    ' ',
  ),
);

const content = z.object({
  Data: z.string(),
  Charset: z
    .string()
    .refine((charset) => CHARSETS.includes(charset.toLowerCase()))
    .optional(),
});

const tagWord = z
  .string()
  .max(256)
  .regex(/^[A-Za-z0-9_-]+$/);

const attachment = z.object({
  FileName: z.string().min(1).max(255),
  RawContent: z.base64(),
  ContentType: z
    .string()
    .max(78)
    .regex(/^[\w.+-]+\/[\w.+-]+(?:;[ -~]*)?$/)
    .optional(),
  ContentDisposition: z.enum(['ATTACHMENT', 'INLINE']).optional(),
  ContentDescription: z.string().max(1000).optional(),
  ContentId: z.string().min(1).max(78).optional(),
  // Without BASE64 SES sends each byte with seven bits, which breaks every file that is not plain ASCII.
  ContentTransferEncoding: z.enum(['BASE64', 'QUOTED_PRINTABLE', 'SEVEN_BIT']).default('SEVEN_BIT'),
});

const message = z.object({
  Subject: content,
  Body: z
    .object({ Text: content.optional(), Html: content.optional() })
    .refine(({ Text, Html }) => Text !== undefined || Html !== undefined),
  Headers: z
    .array(
      z.object({
        Name: z
          .string()
          .max(126)
          .regex(/^[!-9;-~]+$/),
        Value: z
          .string()
          .min(1)
          .max(870)
          .regex(/^[ -~]*$/),
      }),
    )
    .max(15)
    .default([]),
  Attachments: z.array(attachment).default([]),
});

const addresses = z.array(z.string()).default([]);

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html, without raw mails and templates. */
const sendEmailInput = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }),
  ReplyToAddresses: addresses,
  Content: z.object({ Simple: message }),
  EmailTags: z
    .array(z.object({ Name: tagWord, Value: tagWord }))
    .max(50)
    .default([]),
  ConfigurationSetName: z.string().min(1).optional(),
});

export type SendEmailInput = z.infer<typeof sendEmailInput>;

const countBytes = ({ Subject, Body, Attachments }: SendEmailInput['Content']['Simple']): number =>
  [Subject, Body.Text, Body.Html].reduce((sum, part) => sum + Buffer.byteLength(part?.Data ?? ''), 0) +
  Attachments.reduce((sum, { RawContent }) => sum + RawContent.length, 0);

const checkMessage = (simple: SendEmailInput['Content']['Simple']) => {
  if (/\p{Cc}/u.test(simple.Subject.Data)) {
    throw badRequest('Subject contains control characters');
  }
  const doubled = simple.Headers.find(({ Name }) => OWN_HEADERS.has(Name.toLowerCase()));
  if (doubled) {
    throw badRequest(`Header ${doubled.Name} can not be set`);
  }
  for (const { FileName } of simple.Attachments) {
    checkFileName(FileName);
  }
  const bytes = countBytes(simple);
  if (bytes > MESSAGE_BYTES_MAX) {
    throw badRequest(`Message length is more than ${MESSAGE_BYTES_MAX} bytes long: '${bytes}'.`);
  }
};

/** Parses the body of SendEmail and refuses what SES refuses of the mail itself. */
export const parseSendEmail = (body: unknown) => {
  const parsed = sendEmailInput.safeParse(body);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path }) => `'${path.join('.')}'`);
    throw badRequest(`Values at ${faults.join(', ')} failed to satisfy constraint`);
  }

  const { Destination, FromEmailAddress, ReplyToAddresses, ...rest } = parsed.data;
  const to = Destination.ToAddresses.map(parseMailAddress);
  const cc = Destination.CcAddresses.map(parseMailAddress);
  const bcc = Destination.BccAddresses.map(parseMailAddress);
  const recipients = [...to, ...cc, ...bcc];
  if (recipients.length === 0 || recipients.length > RECIPIENTS_MAX) {
    throw badRequest(`Recipient count must be from 1 to ${RECIPIENTS_MAX}.`);
  }
  for (const replyTo of ReplyToAddresses) {
    parseMailAddress(replyTo);
  }
  checkMessage(rest.Content.Simple);

  return {
    ...rest,
    to,
    cc,
    recipients,
    from: parseMailAddress(FromEmailAddress),
    fromAsSent: FromEmailAddress,
    replyTo: ReplyToAddresses,
  };
};

export type ParsedEmail = ReturnType<typeof parseSendEmail>;
