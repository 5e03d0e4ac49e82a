import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach } from 'vitest';
import type { MailEvent } from '#local/ses/mail-events.ts';
import { type Ses, startSes } from '#local/ses/ses.ts';

export const SENDER = 'OW Connect <mail@owconnect.example>';
export const CONFIGURATION_SET = 'ow-connect';

type Options = Partial<Parameters<typeof startSes>[0]>;

let folder: string;
let present: Date;
export let ses: Ses;
export let client: SESv2Client;
/** What was published so far. */
export const events: MailEvent[] = [];

export const restart = async (options: Options = {}) => {
  await ses?.close();
  client?.destroy();
  ses = await startSes({
    folder,
    account: { identities: ['owconnect.example'], configurationSets: [CONFIGURATION_SET] },
    publish: async (event) => {
      events.push(event);
    },
    now: () => present,
    ...options,
  });
  client = new SESv2Client({
    endpoint: ses.url,
    region: 'af-south-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

/** Opens a new SES for each test of a file, with a clock that only the test moves. */
export const openLocalSes = () => {
  beforeEach(async () => {
    present = new Date('2026-11-20T10:00:00Z');
    events.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'ses-'));
    await restart();
  });

  afterEach(async () => {
    await ses.close();
    client.destroy();
    await rm(folder, { recursive: true });
  });
};

export const letPass = (milliseconds: number) => {
  present = new Date(present.getTime() + milliseconds);
};

export const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** A PDF as the portal attaches it, with changes. */
export const file = (changes: object = {}) =>
  simple({
    Attachments: [
      {
        FileName: 'INV-1.pdf',
        ContentType: 'application/pdf',
        ContentDisposition: 'ATTACHMENT',
        ContentTransferEncoding: 'BASE64',
        RawContent: Buffer.from([37, 80, 200, 255]),
        ...changes,
      },
    ],
  });

/** The content of a mail, with changes to it. */
export const simple = (changes: object = {}) => ({
  Simple: {
    Subject: utf8('Reset your password'),
    Body: { Html: utf8('<p>Hello</p>'), Text: utf8('Hello') },
    ...changes,
  },
});

export const send = (changes: Partial<SendEmailCommandInput> = {}, abortSignal?: AbortSignal) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: SENDER,
      Destination: { ToAddresses: ['naledi@example.com'] },
      Content: simple(),
      ConfigurationSetName: CONFIGURATION_SET,
      EmailTags: [{ Name: 'mail', Value: '7f0c5b9e-1111-4222-8333-944455556666' }],
      ...changes,
    }),
    { ...(abortSignal && { abortSignal }) },
  );

/** Sends a mail that must be taken, and returns its id. */
export const sendMail = async (changes: Partial<SendEmailCommandInput> = {}): Promise<string> => {
  const { MessageId: id = '' } = await send(changes);

  return id;
};
