import { expect, it } from 'vitest';
import {
  CONFIGURATION_SET,
  events,
  letPass,
  openLocalSes,
  restart,
  SENDER,
  sendMail,
  ses,
} from '#test/support/stand-ins/local-ses.ts';

openLocalSes();

/** The last event, as it arrives in a queue. */
const readLast = () => JSON.parse(JSON.stringify(events.at(-1)));

it('a mail is followed by the events Send and Delivery, with its id, its recipient and its tags as lists', async () => {
  const id = await sendMail();

  expect(events.map(({ eventType }) => eventType)).toEqual(['Send', 'Delivery']);
  expect(readLast()).toMatchObject({
    eventType: 'Delivery',
    mail: {
      messageId: id,
      source: SENDER,
      destination: ['naledi@example.com'],
      commonHeaders: { subject: 'Reset your password', to: ['naledi@example.com'] },
      tags: {
        mail: ['7f0c5b9e-1111-4222-8333-944455556666'],
        'ses:configuration-set': [CONFIGURATION_SET],
        'ses:from-domain': ['owconnect.example'],
      },
    },
    delivery: { recipients: ['naledi@example.com'], smtpResponse: expect.stringMatching(/^250 /) },
  });
});

it.each([
  [
    'bounce',
    {
      eventType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: 'naledi@example.com', status: '5.1.1' }],
      },
    },
  ],
  [
    'transient-bounce',
    { eventType: 'Bounce', bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
  ],
  [
    'complaint',
    {
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: 'naledi@example.com' }],
        complaintFeedbackType: 'abuse',
      },
    },
  ],
  ['reject', { eventType: 'Reject', reject: { reason: 'Bad content' } }],
  [
    'delay',
    {
      eventType: 'DeliveryDelay',
      deliveryDelay: {
        delayType: 'TransientCommunicationFailure',
        delayedRecipients: [{ emailAddress: 'naledi@example.com' }],
      },
    },
  ],
] as const)(
  'the event %s is published when the outside world answers so, and noted in the mail',
  async (type, event) => {
    const id = await sendMail();
    letPass(60_000);
    await ses.publishEvent(id, type);

    expect(readLast()).toMatchObject({ ...event, mail: { messageId: id } });
    expect(ses.listMails()[0]?.events.at(-1)).toEqual({ type, at: '2026-11-20T10:01:00.000Z' });
  },
);

it('events that a test takes away are lost', async () => {
  ses.setAfterSending(['send']);
  await sendMail();
  expect(events.map(({ eventType }) => eventType)).toEqual(['Send']);

  ses.setAfterSending([]);
  await sendMail();
  expect(events).toHaveLength(1);
});

it('SES answers before its events are published, and ends only after them', async () => {
  const release = Promise.withResolvers<void>();
  const published: string[] = [];
  await restart({
    publish: async ({ eventType }) => {
      await release.promise;
      published.push(eventType);
    },
  });
  await sendMail();
  expect(published).toEqual([]);

  release.resolve();
  await restart();
  expect(published).toEqual(['Send', 'Delivery']);
});
