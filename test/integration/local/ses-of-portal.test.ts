import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { utf8 } from '#test/support/stand-ins/local-ses.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});

afterAll(() => portal.stop());

it('a mail of the portal reaches its mailbox, and its events reach the queue as they are', async () => {
  const { MAIL_FROM, MAIL_BUSINESS_CONFIGURATION_SET } = process.env;
  const client = new SESv2Client({});
  const { MessageId: id } = await client.send(
    new SendEmailCommand({
      FromEmailAddress: `OW Connect <${MAIL_FROM}>`,
      Destination: { ToAddresses: ['Naledi@example.com'] },
      ConfigurationSetName: MAIL_BUSINESS_CONFIGURATION_SET,
      EmailTags: [{ Name: 'mail', Value: 'a-mail' }],
      Content: {
        Simple: { Subject: utf8('Hello'), Body: { Text: utf8('Hello'), Html: utf8('<p>Hello</p>') } },
      },
    }),
  );
  expect(await portal.mailbox.waitForMail('naledi@example.com', /Hello/)).toMatchObject({ id });

  const { Messages: messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({
      QueueUrl: portal.queue.queueUrl('mail-events'),
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 20,
    }),
  );
  expect(JSON.parse(messages[0]?.Body ?? '')).toMatchObject({
    eventType: 'Send',
    mail: { messageId: id, tags: { mail: ['a-mail'] } },
  });
});
