import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const { template, templates } = synthPortal(PRODUCTION);
const SETS = ['ow-connect-account', 'ow-connect-business'];

const policy = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Principal: z.unknown(),
      Action: z.unknown(),
      Resource: z.unknown(),
      Condition: z.unknown().optional(),
    }),
  ),
});

/** Returns what a document allows others than the account itself. */
const allowedBy = (document: unknown) =>
  policy
    .parse(document)
    .Statement.filter(
      ({ Effect, Principal }) => Effect === 'Allow' && !JSON.stringify(Principal).includes('AWS'),
    );

/** Returns the resource of a type among those of mail. */
const ofMail = (type: string) => {
  const [id = '', resource] = template.ofType(type).find(([each]) => each.startsWith('Mail')) ?? [];

  return { id, properties: resource?.Properties ?? {} };
};

describe('the way of mails', () => {
  it('account mails and business mails have a configuration set each: TLS only, measured, with no list of AWS that drops mails', () => {
    expect(template.ofType('AWS::SES::ConfigurationSet').map(([, { Properties }]) => Properties)).toEqual(
      SETS.map((Name) =>
        expect.objectContaining({
          Name,
          DeliveryOptions: { TlsPolicy: 'REQUIRE' },
          ReputationOptions: { ReputationMetricsEnabled: true },
          SuppressionOptions: { SuppressedReasons: [] },
        }),
      ),
    );
  });

  it('SES reports what became of a mail, and neither opened mails nor clicked links', () => {
    const destinations = template.ofType('AWS::SES::ConfigurationSetEventDestination');

    expect(destinations.map(([, { Properties }]) => describeValue(Properties.ConfigurationSetName))).toEqual([
      'MailAccountSet',
      'MailBusinessSet',
    ]);
    for (const [, { Properties }] of destinations) {
      expect(Properties.EventDestination).toEqual({
        Enabled: true,
        MatchingEventTypes: ['send', 'delivery', 'deliveryDelay', 'bounce', 'complaint', 'reject'],
        SnsDestination: { TopicARN: { Ref: ofMail('AWS::SNS::Topic').id } },
      });
    }
  });

  it('only SES, for these configuration sets of this account, may publish to the topic of the events', () => {
    const { id } = ofMail('AWS::SNS::Topic');
    const allowed = allowedBy(ofMail('AWS::SNS::TopicPolicy').properties.PolicyDocument);

    for (const statement of allowed) {
      expect(statement).toMatchObject({
        Principal: { Service: 'ses.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: id },
      });
    }
    const conditions = allowed.map(
      ({ Condition }) =>
        z.object({ StringEquals: z.record(z.string(), z.unknown()) }).parse(Condition).StringEquals,
    );
    expect(conditions.map((equals) => equals['AWS:SourceAccount'])).toEqual(
      SETS.map(() => PRODUCTION.account),
    );
    expect(conditions.map((equals) => describeValue(equals['AWS:SourceArn']))).toEqual(
      ['MailAccountSet', 'MailBusinessSet'].map(
        (set) => `arn:AWS::Partition:ses:af-south-1:123456789012:configuration-set/${set}`,
      ),
    );
  });

  it("the topic of the events is encrypted with a key that SES may use, by the statement of AWS's guide", () => {
    const topic = ofMail('AWS::SNS::Topic').properties;
    const key = ofMail('AWS::KMS::Key').properties;

    expect(describeValue(topic.KmsMasterKeyId)).toBe('MailKey.Arn');
    expect(key.EnableKeyRotation).toBe(true);
    expect(allowedBy(key.KeyPolicy)).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'ses.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Resource: '*',
      },
    ]);
  });

  it('the events reach the queue of mail-events as SES wrote them', () => {
    const { properties } = ofMail('AWS::SNS::Subscription');

    expect(properties.Protocol).toBe('sqs');
    expect(properties.RawMessageDelivery).toBe(true);
    expect(describeValue(properties.TopicArn)).toBe('MailTopic');
    expect(describeValue(properties.Endpoint)).toBe('MailEventsQueue.Arn');
  });

  it('the destinations of events are created after the policy of their topic, because SES publishes to it at once', () => {
    for (const [, { DependsOn }] of template.ofType('AWS::SES::ConfigurationSetEventDestination')) {
      expect(DependsOn.map((id) => template.get(id).Type)).toContain('AWS::SNS::TopicPolicy');
    }
  });

  it('the events outlive the portal, and the identity of the domain every deployment', () => {
    const inData = templates.get('ow-connect-data');

    expect(inData?.ofType('AWS::SES::ConfigurationSet')).toHaveLength(SETS.length);
    expect(template.ofType('AWS::SES::EmailIdentity')).toEqual([]);
  });

  it('a portal without mail has no part of it', () => {
    const without = synthPortal(TRIAL).template;
    const parts = Object.entries(without.resources).filter(
      ([id, { Type }]) => id.startsWith('Mail') || id.includes('mailevents') || Type.startsWith('AWS::SES'),
    );

    expect(parts).toEqual([]);
    expect(without.functionsByEntry().has('functions/tasks/mail-events.ts')).toBe(false);
  });
});
