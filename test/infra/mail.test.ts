import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const { template, templates } = synthPortal(PRODUCTION);
const CONFIGURATION_SET = 'arn:AWS::Partition:ses:af-south-1:123456789012:configuration-set/ow-connect';

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
  it("mails go through the deployment's configuration set: TLS only, measured, with no list of AWS that drops mails", () => {
    expect(template.single('AWS::SES::ConfigurationSet').Properties).toMatchObject({
      Name: 'ow-connect',
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: [] },
    });
  });

  it('SES reports what became of a mail, and neither opened mails nor clicked links', () => {
    const { EventDestination } = template.single('AWS::SES::ConfigurationSetEventDestination').Properties;

    expect(EventDestination).toEqual({
      Enabled: true,
      MatchingEventTypes: ['send', 'delivery', 'deliveryDelay', 'bounce', 'complaint', 'reject'],
      SnsDestination: { TopicARN: { Ref: ofMail('AWS::SNS::Topic').id } },
    });
  });

  it('only SES, for this configuration set of this account, may publish to the topic of the events', () => {
    const { id } = ofMail('AWS::SNS::Topic');
    const [allowed, ...others] = allowedBy(ofMail('AWS::SNS::TopicPolicy').properties.PolicyDocument);

    expect(others).toEqual([]);
    expect(allowed).toMatchObject({
      Principal: { Service: 'ses.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: id },
    });
    const { StringEquals } = z
      .object({ StringEquals: z.record(z.string(), z.unknown()) })
      .parse(allowed?.Condition);
    expect(StringEquals['AWS:SourceAccount']).toBe(PRODUCTION.account);
    expect(describeValue(StringEquals['AWS:SourceArn']).replace('MailConfigurationSet', 'ow-connect')).toBe(
      CONFIGURATION_SET,
    );
  });

  it('the topic of the events is encrypted with a key that SES may use', () => {
    const topic = ofMail('AWS::SNS::Topic').properties;
    const key = template.single('AWS::KMS::Key').Properties;

    expect(describeValue(topic.KmsMasterKeyId)).toBe('MailKey.Arn');
    expect(key.EnableKeyRotation).toBe(true);
    expect(allowedBy(key.KeyPolicy)).toMatchObject([
      {
        Principal: { Service: 'ses.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
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

  it('the destination of events is created after the policy of its topic, because SES publishes to it at once', () => {
    const { DependsOn } = template.single('AWS::SES::ConfigurationSetEventDestination');

    expect(DependsOn.map((id) => template.get(id).Type)).toContain('AWS::SNS::TopicPolicy');
  });

  it('the events outlive the portal, and the identity of the domain every deployment', () => {
    const inData = templates.get('ow-connect-data');

    expect(inData?.ofType('AWS::SES::ConfigurationSet')).toHaveLength(1);
    expect(template.ofType('AWS::SES::EmailIdentity')).toEqual([]);
  });

  it('a portal without mail has no part of it', () => {
    const without = synthPortal(TRIAL).template;
    const parts = Object.entries(without.resources).filter(
      ([id, { Type }]) => id.startsWith('Mail') || id.includes('mailevents') || Type.startsWith('AWS::SES'),
    );

    expect(parts).toEqual([]);
    expect(without.functionsByEntry().has('functions/jobs/mail-events.ts')).toBe(false);
  });
});
