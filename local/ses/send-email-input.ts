import * as z from 'zod';
import { badRequest } from './errors.ts';
import { parseMailAddress } from './mail-addresses.ts';

const MESSAGE_BYTES_MAX = 40 * 1024 * 1024;

/** Without a charset SES sends seven-bit ASCII, and all other letters are lost. */
const content = z.strictObject({ Data: z.string(), Charset: z.literal('UTF-8') });

const tagWord = z
  .string()
  .max(256)
  .regex(/^[A-Za-z0-9_-]+$/);

const attachment = z.strictObject({
  /** SES refuses names without an extension and those of programs; the portal attaches PDFs alone. */
  FileName: z
    .string()
    .max(255)
    .regex(/^\P{Cc}+\.pdf$/u),
  ContentType: z.literal('application/pdf'),
  ContentDisposition: z.literal('ATTACHMENT'),
  // Without BASE64 SES sends each byte with seven bits, which breaks every file that is not plain ASCII.
  ContentTransferEncoding: z.literal('BASE64'),
  RawContent: z.base64(),
});

const message = z.strictObject({
  Subject: content.extend({ Data: z.string().regex(/^\P{Cc}*$/u) }),
  Body: z.strictObject({ Text: content, Html: content }),
  Headers: z
    .array(z.strictObject({ Name: z.string().regex(/^[!-9;-~]+$/), Value: z.string().regex(/^[ -~]+$/) }))
    .default([]),
  Attachments: z.array(attachment).default([]),
});

/**
 * The parts of a call that the portal sends; a call with any other is refused.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
const sendEmailInput = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.string()]) }),
  ReplyToAddresses: z.array(z.string()).default([]),
  Content: z.strictObject({ Simple: message }),
  EmailTags: z.array(z.strictObject({ Name: tagWord, Value: tagWord })).default([]),
  ConfigurationSetName: z.string().min(1),
});

const countBytes = ({ Subject, Body, Attachments }: z.infer<typeof message>): number =>
  [Subject, Body.Text, Body.Html].reduce((sum, { Data }) => sum + Buffer.byteLength(Data), 0) +
  Attachments.reduce((sum, { RawContent }) => sum + RawContent.length, 0);

/** Parses the body of SendEmail and refuses what SES refuses of the mail itself. */
export const parseSendEmail = (body: unknown) => {
  const parsed = sendEmailInput.safeParse(body);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path }) => `'${path.join('.')}'`);
    throw badRequest(`Values at ${faults.join(', ')} failed to satisfy constraint`);
  }

  const { Destination, FromEmailAddress, ReplyToAddresses, Content, ...rest } = parsed.data;
  ReplyToAddresses.forEach(parseMailAddress);
  const bytes = countBytes(Content.Simple);
  if (bytes > MESSAGE_BYTES_MAX) {
    throw badRequest(`Message length is more than ${MESSAGE_BYTES_MAX} bytes long: '${bytes}'.`);
  }

  return {
    ...rest,
    ...Content.Simple,
    to: parseMailAddress(Destination.ToAddresses[0]),
    from: parseMailAddress(FromEmailAddress),
    fromAsSent: FromEmailAddress,
    replyTo: ReplyToAddresses,
  };
};

export type ParsedEmail = ReturnType<typeof parseSendEmail>;
