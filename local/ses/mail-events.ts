import { randomUUID } from 'node:crypto';
import type { EventType } from './event-types.ts';
import type { StoredMail } from './mail-store.ts';

const ACCOUNT_ID = '000000000000';
const REPORTING_MTA = 'a8-70.smtp-out.amazonses.com';
const DELAY_HOURS = 14;

const HOUR_MS = 60 * 60 * 1000;

const describeBounce = (mail: StoredMail, at: Date, type: 'Permanent' | 'Transient') => {
  const [subType, action, status, diagnosticCode] =
    type === 'Permanent'
      ? ['General', 'failed', '5.1.1', 'smtp; 550 5.1.1 user unknown']
      : ['MailboxFull', 'failed', '4.2.2', 'smtp; 452 4.2.2 mailbox full'];

  return {
    bounceType: type,
    bounceSubType: subType,
    bouncedRecipients: mail.to.map((emailAddress) => ({
      emailAddress,
      action,
      status,
      diagnosticCode,
    })),
    timestamp: at.toISOString(),
    feedbackId: `${mail.id.slice(0, 16)}-${randomUUID()}-000000`,
    reportingMTA: `dns; ${REPORTING_MTA}`,
  };
};

/** The parts of an event that depend on its type, with the name of the type in SES's words. */
const DETAILS: Record<EventType, (mail: StoredMail, at: Date) => { eventType: string } & object> = {
  send: () => ({ eventType: 'Send', send: {} }),
  delivery: (mail, at) => ({
    eventType: 'Delivery',
    delivery: {
      timestamp: at.toISOString(),
      processingTimeMillis: Math.max(1, at.getTime() - Date.parse(mail.at)),
      recipients: mail.to,
      smtpResponse: '250 2.6.0 Message received',
      reportingMTA: REPORTING_MTA,
    },
  }),
  bounce: (mail, at) => ({ eventType: 'Bounce', bounce: describeBounce(mail, at, 'Permanent') }),
  'transient-bounce': (mail, at) => ({ eventType: 'Bounce', bounce: describeBounce(mail, at, 'Transient') }),
  complaint: (mail, at) => ({
    eventType: 'Complaint',
    complaint: {
      arrivalDate: at.toISOString(),
      complainedRecipients: mail.to.map((emailAddress) => ({ emailAddress })),
      complaintFeedbackType: 'abuse',
      complaintSubType: null,
      feedbackId: `${mail.id.slice(0, 16)}-${randomUUID()}-000000`,
      timestamp: at.toISOString(),
      userAgent: 'Amazon SES Mailbox Simulator',
    },
  }),
  reject: () => ({ eventType: 'Reject', reject: { reason: 'Bad content' } }),
  delay: (mail, at) => ({
    eventType: 'DeliveryDelay',
    deliveryDelay: {
      timestamp: at.toISOString(),
      delayType: 'TransientCommunicationFailure',
      expirationTime: new Date(at.getTime() + DELAY_HOURS * HOUR_MS).toISOString(),
      delayedRecipients: mail.to.map((emailAddress) => ({
        emailAddress,
        status: '4.4.1',
        diagnosticCode: 'smtp; 421 4.4.1 Unable to connect to remote host',
      })),
    },
  }),
};

const listTags = (mail: StoredMail): Record<string, string[]> => {
  const own = mail.tags.map(({ name }) => [
    name,
    mail.tags.flatMap((tag) => (tag.name === name ? tag.value : [])),
  ]);

  return {
    'ses:configuration-set': [mail.configurationSet],
    'ses:source-ip': ['127.0.0.1'],
    'ses:from-domain': [mail.fromDomain],
    'ses:caller-identity': ['ow-connect'],
    ...Object.fromEntries(own),
  };
};

/**
 * Describes an event as SES publishes it for a configuration set:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html
 */
export const describeEvent = (mail: StoredMail, type: EventType, at: Date, region: string) => ({
  ...DETAILS[type](mail, at),
  mail: {
    timestamp: mail.at,
    source: mail.from,
    sourceArn: `arn:aws:ses:${region}:${ACCOUNT_ID}:identity/${mail.fromDomain}`,
    sendingAccountId: ACCOUNT_ID,
    messageId: mail.id,
    destination: mail.to,
    headersTruncated: false,
    headers: mail.headers,
    commonHeaders: { from: [mail.from], to: mail.to, messageId: mail.id, subject: mail.subject },
    tags: listTags(mail),
  },
});

export type MailEvent = ReturnType<typeof describeEvent>;
