import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { fitsPattern } from '#test/support/infra/event-pattern.ts';
import { describeValue, type PortalTemplate, synthPortal } from '#test/support/infra/portal-template.ts';

const production = synthPortal(PRODUCTION);
const trial = synthPortal(TRIAL);

const ruleSchema = z.object({
  Description: z.string(),
  EventPattern: z.record(z.string(), z.any()),
  Targets: z.tuple([
    z.object({
      Arn: z.unknown(),
      InputTransformer: z.object({
        InputPathsMap: z.record(z.string(), z.string()),
        InputTemplate: z.string(),
      }),
    }),
  ]),
});

const isReference = z.union([
  z.object({ Ref: z.string() }),
  z.object({ 'Fn::GetAtt': z.array(z.unknown()) }),
]);

/** Reads the reports of a stack; a key's ARN in a pattern is the name of its construct. */
const reportsOf = (template: PortalTemplate) =>
  template.ofType('AWS::Events::Rule').map(([, { Properties }]) => {
    const { Description, EventPattern, Targets } = ruleSchema.parse(Properties);
    const [{ Arn, InputTransformer }] = Targets;

    return {
      name: Description.split('alarm ')[1],
      topic: describeValue(Arn),
      pattern: JSON.parse(
        JSON.stringify(EventPattern, (_key, value) =>
          isReference.safeParse(value).success ? describeValue(value) : value,
        ),
      ),
      ...InputTransformer,
    };
  });

const edge = production.templates.get('ow-connect-edge-alarms-af-south-1');
if (!edge) {
  throw new Error('There is no stack of the edge’s alarms');
}
const reports = [...reportsOf(production.template), ...reportsOf(edge)];

interface Event {
  [field: string]: unknown;
  detail: Record<string, unknown>;
}

const reportedBy = (event: Event, among = reports) =>
  among.filter(({ pattern }) => fitsPattern(pattern, event)).map(({ name }) => name);

const valueAt = (event: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce((value, field) => z.record(z.string(), z.unknown()).parse(value)[field], event);

/** Fills a report's text as EventBridge does. */
const mailOf = (name: string, event: Event): string => {
  const { InputTemplate = '', InputPathsMap = {} } = reports.find((report) => report.name === name) ?? {};

  return InputTemplate.replaceAll(/<([^<>]+)>/g, (_all, field: string) =>
    String(valueAt(event, InputPathsMap[field] ?? '')),
  );
};

/**
 * The examples of AWS KMS's guide, as EventBridge wraps them, without fields that nothing here reads:
 * https://docs.aws.amazon.com/kms/latest/developerguide/ct-schedule-key-deletion.html
 */
const callOf = (eventName: string, ARN: string, detail: Record<string, unknown> = {}): Event => ({
  version: '0',
  'detail-type': 'AWS API Call via CloudTrail',
  source: 'aws.kms',
  account: '111122223333',
  time: '2021-03-23T18:58:30Z',
  region: 'af-south-1',
  resources: [],
  detail: {
    eventVersion: '1.08',
    userIdentity: { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/Alice', userName: 'Alice' },
    eventTime: '2021-03-23T18:58:30Z',
    eventSource: 'kms.amazonaws.com',
    eventName,
    sourceIPAddress: '192.0.2.0',
    requestParameters: { keyId: '1234abcd-12ab-34cd-56ef-1234567890ab' },
    responseElements: null,
    readOnly: false,
    resources: [{ accountId: '111122223333', type: 'AWS::KMS::Key', ARN }],
    eventType: 'AwsApiCall',
    ...detail,
  },
});
const DATABASE_KEY = 'DatabaseKey.Arn';
const MAIL_KEY = 'MailKey.Arn';
const deletionOf = (ARN: string) =>
  callOf('ScheduleKeyDeletion', ARN, {
    requestParameters: { pendingWindowInDays: 20, keyId: '1234abcd-12ab-34cd-56ef-1234567890ab' },
    responseElements: { keyState: 'PendingDeletion', deletionDate: 'Apr 12, 2021 18:58:30 PM' },
  });

/** https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/rds-cloudwatch-events.sample.html */
const databaseEvent = (
  kind: 'Cluster' | 'Instance',
  category: string,
  id: string,
  message: string,
): Event => ({
  version: '0',
  'detail-type': `RDS DB ${kind} Event`,
  source: 'aws.rds',
  account: '123456789012',
  time: '2024-05-06T23:08:24Z',
  region: 'af-south-1',
  resources: ['arn:aws:rds:af-south-1:123456789012:cluster:ow-connect'],
  detail: {
    EventCategories: [category],
    SourceType: kind === 'Cluster' ? 'CLUSTER' : 'DB_INSTANCE',
    SourceArn: 'arn:aws:rds:af-south-1:123456789012:cluster:ow-connect',
    Date: '2024-05-06T23:08:24.252Z',
    Message: message,
    SourceIdentifier: 'ow-connect',
    EventID: id,
  },
});

/** https://docs.aws.amazon.com/health/latest/ug/aws-health-events-eventbridge-schema.html */
const healthEvent = (type: string, detail: Record<string, unknown>): Event => ({
  version: '0',
  'detail-type': type,
  source: 'aws.health',
  account: '123456789012',
  time: '2026-10-01T06:27:57Z',
  region: 'af-south-1',
  resources: [],
  detail: {
    eventArn: 'arn:aws:health:af-south-1::event/RDS/AWS_RDS_PLANNED_LIFECYCLE_EVENT/1',
    service: 'RDS',
    eventTypeCode: 'AWS_RDS_PLANNED_LIFECYCLE_EVENT',
    eventTypeCategory: 'scheduledChange',
    eventScopeCode: 'ACCOUNT_SPECIFIC',
    startTime: 'Thu, 1 Oct 2026 06:27:57 GMT',
    statusCode: 'upcoming',
    eventRegion: 'af-south-1',
    eventDescription: [{ language: 'en_US', latestDescription: 'A text with "quotes"\nand lines.' }],
    ...detail,
  },
});

describe('the reports of AWS’s events', () => {
  it.each([
    ['deletion of the database’s key', deletionOf(DATABASE_KEY), ['key-ends']],
    ['deletion of the key of the mails’ events', deletionOf(MAIL_KEY), ['key-ends']],
    ['disabling the database’s key', callOf('DisableKey', DATABASE_KEY), ['key-disabled']],
    ['disabling the key of the mails’ events', callOf('DisableKey', MAIL_KEY), ['key-disabled']],
    ['deletion of another key', deletionOf('arn:aws:kms:af-south-1:111122223333:key/other'), []],
    [
      'deletion that AWS refused',
      callOf('ScheduleKeyDeletion', DATABASE_KEY, { errorCode: 'AccessDenied' }),
      [],
    ],
    ['use of the database’s key', callOf('Decrypt', DATABASE_KEY), []],
  ])('a %s is reported by the rules that name it and by no other', (_what, event, names) => {
    expect(reportedBy(event)).toEqual(names);
  });

  it('a portal without mail reports the calls against its only key', () => {
    const ofTrial = reportsOf(trial.template);

    expect(reportedBy(deletionOf(DATABASE_KEY), ofTrial)).toEqual(['key-ends']);
    expect(reportedBy(callOf('DisableKey', DATABASE_KEY), ofTrial)).toEqual(['key-disabled']);
  });

  it.each([
    ['Cluster', 'failover', 'RDS-EVENT-0071', 'Completed failover to DB instance: writer'],
    ['Cluster', 'deletion', 'RDS-EVENT-0171', 'DB cluster deleted'],
    [
      'Cluster',
      'maintenance',
      'RDS-EVENT-0156',
      'The DB cluster has a DB engine minor version upgrade available',
    ],
    ['Cluster', 'notification', 'RDS-EVENT-0085', 'Unable to upgrade DB cluster'],
    ['Instance', 'failure', 'RDS-EVENT-0035', 'Database instance put into incompatible-parameters'],
    ['Instance', 'availability', 'RDS-EVENT-0006', 'DB instance restarted'],
    ['Instance', 'low storage', 'RDS-EVENT-0227', 'The Aurora storage subsystem is running low on space'],
    ['Instance', 'maintenance', 'RDS-EVENT-0026', 'Applying off-line patches to DB instance'],
    ['Instance', 'security patching', 'RDS-EVENT-0230', 'A system update is available for your DB instance'],
  ] as const)(
    'an event of the database’s %s of the category %s is reported (%s)',
    (kind, category, id, message) => {
      expect(reportedBy(databaseEvent(kind, category, id, message))).toEqual(['database-events']);
    },
  );

  it.each([
    ['Instance', 'backup', 'RDS-EVENT-0001'],
    ['Instance', 'backup', 'RDS-EVENT-0002'],
    ['Cluster Snapshot', 'backup', 'RDS-EVENT-0168'],
    ['Cluster Snapshot', 'notification', 'RDS-EVENT-0164'],
    ['Cluster', 'creation', 'RDS-EVENT-0170'],
    ['Instance', 'configuration change', 'RDS-EVENT-0092'],
    ['Instance', 'restoration', 'RDS-EVENT-0019'],
  ])('a nightly backup or an ordinary change is not reported: %s, %s, %s', (kind, category, id) => {
    const event = databaseEvent('Cluster', category, id, 'as every night');

    expect(reportedBy({ ...event, 'detail-type': `RDS DB ${kind} Event` })).toEqual([]);
  });

  const both = ['aws-health', 'edge-aws-health'];
  it.each([
    ['the end of a version', healthEvent('AWS Health Event', {}), both],
    [
      'exposed credentials',
      healthEvent('AWS Health Event', {
        service: 'RISK',
        eventTypeCode: 'AWS_RISK_CREDENTIALS_EXPOSED',
        eventTypeCategory: 'issue',
        eventRegion: 'us-east-1',
      }),
      both,
    ],
    [
      'a report of abuse, whose example has no scope',
      healthEvent('AWS Health Abuse Event', {
        service: 'ABUSE',
        eventTypeCode: 'AWS_ABUSE_DOS_REPORT',
        eventTypeCategory: 'issue',
        eventScopeCode: undefined,
      }),
      both,
    ],
    [
      'an outage of a service in the region, which is public',
      healthEvent('AWS Health Event', {
        service: 'EC2',
        eventTypeCode: 'AWS_EC2_OPERATIONAL_ISSUE',
        eventTypeCategory: 'issue',
        eventScopeCode: 'PUBLIC',
      }),
      [],
    ],
  ])('AWS Health’s event of %s is reported in each region as its scope says', (_what, event, names) => {
    expect(reportedBy(event)).toEqual(names);
  });

  it('a key wakes, in its own stack’s region, and everything else only tells', () => {
    expect(reports.map(({ name, topic }) => [name, topic])).toEqual([
      ['key-ends', 'AlarmsToldWakes'],
      ['key-disabled', 'AlarmsToldWakes'],
      ['database-events', 'AlarmsToldTells'],
      ['aws-health', 'AlarmsToldTells'],
      ['edge-aws-health', 'AlarmsTells'],
    ]);
  });

  it('the mail about a key says who did what, when the key ends, and which commands undo it', () => {
    expect(mailOf('key-ends', deletionOf(DATABASE_KEY))).toBe(
      '"The KMS key 1234abcd-12ab-34cd-56ef-1234567890ab of ow-connect will be deleted by AWS on Apr 12, 2021 18:58:30 PM, and cannot be used from now on. arn:aws:iam::111122223333:user/Alice from 192.0.2.0 did this at 2021-03-23T18:58:30Z. To undo it: aws kms cancel-key-deletion --region af-south-1 --key-id 1234abcd-12ab-34cd-56ef-1234567890ab and then aws kms enable-key --region af-south-1 --key-id 1234abcd-12ab-34cd-56ef-1234567890ab"',
    );
    expect(mailOf('key-disabled', callOf('DisableKey', DATABASE_KEY))).toBe(
      '"The KMS key 1234abcd-12ab-34cd-56ef-1234567890ab of ow-connect is disabled, and cannot be used from now on. arn:aws:iam::111122223333:user/Alice from 192.0.2.0 did this at 2021-03-23T18:58:30Z. To undo it: aws kms enable-key --region af-south-1 --key-id 1234abcd-12ab-34cd-56ef-1234567890ab"',
    );
  });

  it('the mails about the database and AWS Health are one sentence of the event’s fields, with no text that EventBridge would have to escape', () => {
    const failover = databaseEvent(
      'Cluster',
      'failover',
      'RDS-EVENT-0071',
      'Completed failover to DB instance: b',
    );

    expect(mailOf('database-events', failover)).toBe(
      '"RDS reports of ow-connect at 2024-05-06T23:08:24Z: Completed failover to DB instance: b (RDS-EVENT-0071)"',
    );
    for (const name of both) {
      expect(mailOf(name, healthEvent('AWS Health Event', {}))).toBe(
        '"AWS Health reports AWS_RDS_PLANNED_LIFECYCLE_EVENT (RDS, scheduledChange, upcoming) in af-south-1 from Thu, 1 Oct 2026 06:27:57 GMT. AWS\'s own text is under Event log at https://health.aws.amazon.com/health/home"',
      );
    }
  });
});
