import { EventField, Match } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { AlarmTopics } from './alarm-topics.ts';

const fieldOf = (path: string): string => EventField.fromPath(path);
const detailOf = (name: string): string => fieldOf(`$.detail.${name}`);

/** Calls that make what a key encrypts unreadable, and what undoes them. CloudTrail reports them if the account has a trail. */
const CALLS_AGAINST_KEYS = [
  {
    name: 'key-ends',
    call: 'ScheduleKeyDeletion',
    means: `will be deleted by AWS on ${detailOf('responseElements.deletionDate')}, and cannot be used from now on`,
    commands: ['cancel-key-deletion', 'enable-key'],
  },
  {
    name: 'key-disabled',
    call: 'DisableKey',
    means: 'is disabled, and cannot be used from now on',
    commands: ['enable-key'],
  },
];

/** Wakes somebody when one of these keys is about to end: without the database's key no backup can be read either. */
export const reportCallsAgainst = (alarms: AlarmTopics, keys: readonly IKey[], deployment: string): void => {
  const key = detailOf('requestParameters.keyId');
  const caller = `${detailOf('userIdentity.arn')} from ${detailOf('sourceIPAddress')}`;

  for (const { name, call, means, commands } of CALLS_AGAINST_KEYS) {
    const undo = commands.map(
      (command) => `aws kms ${command} --region ${fieldOf('$.region')} --key-id ${key}`,
    );
    alarms.report(name, {
      pattern: {
        source: ['aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventSource: ['kms.amazonaws.com'],
          eventName: [call],
          errorCode: Match.doesNotExist(),
          // Always the ARN; the request names a key by its ARN or its id.
          resources: { ARN: keys.map(({ keyArn }) => keyArn) },
        },
      },
      message: `The KMS key ${key} of ${deployment} ${means}. ${caller} did this at ${fieldOf('$.time')}. To undo it: ${undo.join(' and then ')}`,
      urgency: 'wakes',
    });
  }
};

/**
 * Categories of Aurora's events about which somebody should know. The nightly backups and ordinary changes are in others:
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_Events.Messages.html
 */
const DATABASE_CATEGORIES = [
  'availability',
  'deletion',
  'failover',
  'failure',
  'low storage',
  'maintenance',
  'notification',
  'security patching',
];

/** Mails what RDS reports of clusters and instances: of all in the region, because a restored cluster has another name. */
export const reportDatabaseEvents = (alarms: AlarmTopics): void => {
  alarms.report('database-events', {
    pattern: {
      source: ['aws.rds'],
      detailType: ['RDS DB Cluster Event', 'RDS DB Instance Event'],
      detail: { EventCategories: DATABASE_CATEGORIES },
    },
    message: `RDS reports of ${detailOf('SourceIdentifier')} at ${fieldOf('$.time')}: ${detailOf('Message')} (${detailOf('EventID')})`,
  });
};

/**
 * Mails what AWS Health reports about this account: planned ends and maintenance, notices and abuse, of the stack's
 * region. Events of services without a region come to us-east-1. Public events of a region name services that nobody
 * here uses, too; if one hurts the portal, an alarm says so.
 */
export const reportHealth = (alarms: AlarmTopics, name: string): void => {
  const kind = ['service', 'eventTypeCategory', 'statusCode'].map(detailOf).join(', ');
  alarms.report(name, {
    pattern: {
      source: ['aws.health'],
      detailType: ['AWS Health Event', 'AWS Health Abuse Event'],
      // AWS's examples of abuse have no scope.
      detail: { eventScopeCode: Match.anyOf(Match.doesNotExist(), 'ACCOUNT_SPECIFIC') },
    },
    // Without AWS's own text: EventBridge escapes no value, and that text has lines and quotes.
    message: `AWS Health reports ${detailOf('eventTypeCode')} (${kind}) in ${detailOf('eventRegion')} from ${detailOf('startTime')}. AWS's own text is under Event log at https://health.aws.amazon.com/health/home`,
  });
};
