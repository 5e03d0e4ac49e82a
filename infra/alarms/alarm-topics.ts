import { Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  AlarmRule as CompositeRule,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export type AlarmSettings = Pick<Settings, 'alarmEmail' | 'wakeEmail'>;

/** `wakes`: must not wait until the morning. `tells`: can wait. `quiet`: only a part of another alarm. */
export type Urgency = 'wakes' | 'tells' | 'quiet';

interface AlarmRule {
  metric: IMetric;
  threshold: number;
  /** 'tells' by default. */
  urgency?: Urgency;
  /** Number of periods in a row; one by default. */
  periods?: number;
  /** The number of these periods that must be wrong; all of them by default. */
  periodsWrong?: number;
  comparison?: ComparisonOperator;
  /** Meaning of missing data; by default nothing is wrong. */
  missing?: TreatMissingData;
}

interface Report {
  pattern: EventPattern;
  /** One sentence with fields of the event, such as `EventField.fromPath('$.detail.Message')`. */
  message: string;
  /** 'tells' by default. */
  urgency?: Exclude<Urgency, 'quiet'>;
}

const describe = (name: string) => `docs/operations/run.md, alarm ${name}`;

/**
 * A stack's alarms, reports of AWS's events, and two topics: one for what must not wait until the morning, one for all
 * else. An alarm mails that something is wrong, and that it is over; a report mails once.
 */
export class AlarmTopics extends Construct {
  private readonly topics: Record<Exclude<Urgency, 'quiet'>, Topic>;

  constructor(scope: Construct, id: string, { alarmEmail, wakeEmail }: AlarmSettings) {
    super(scope, id);

    this.topics = {
      wakes: this.makeTopic('Wakes', [alarmEmail, wakeEmail]),
      tells: this.makeTopic('Tells', [alarmEmail]),
    };
  }

  /** docs/operations/run.md has an entry for each alarm by its name. */
  add(name: string, rule: AlarmRule): Alarm {
    const alarm = new Alarm(this, name, {
      metric: rule.metric,
      threshold: rule.threshold,
      evaluationPeriods: rule.periods ?? 1,
      ...(rule.periodsWrong !== undefined && { datapointsToAlarm: rule.periodsWrong }),
      comparisonOperator: rule.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: rule.missing ?? TreatMissingData.NOT_BREACHING,
      alarmDescription: describe(name),
    });
    this.say(alarm, rule.urgency ?? 'tells');

    return alarm;
  }

  /** Adds one alarm for several quiet ones that one fault sets off together. */
  addTogether(name: string, parts: readonly Alarm[]): void {
    const alarm = new CompositeAlarm(this, name, {
      alarmRule: CompositeRule.anyOf(...parts.map((part) => CompositeRule.fromAlarm(part, AlarmState.ALARM))),
      alarmDescription: describe(name),
    });
    this.say(alarm, 'tells');
  }

  /** Mails each event of AWS that fits the pattern. docs/operations/run.md has an entry for it by its name, too. */
  report(name: string, { pattern, message, urgency = 'tells' }: Report): void {
    // This target lets EventBridge publish without a condition, as AWS's guide does.
    new Rule(this, name, {
      description: describe(name),
      eventPattern: pattern,
      targets: [new SnsTopic(this.topics[urgency], { message: RuleTargetInput.fromText(message) })],
    });
  }

  private say(alarm: AlarmBase, urgency: Urgency): void {
    if (urgency === 'quiet') {
      return;
    }

    const action = new SnsAction(this.topics[urgency]);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }

  private makeTopic(id: string, mailboxes: readonly (string | undefined)[]): Topic {
    const topic = new Topic(this, id, { enforceSSL: true });
    // A topic with a policy loses the default one, which lets the account's alarms publish to it.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    for (const mailbox of new Set(mailboxes)) {
      if (mailbox) {
        topic.addSubscription(new EmailSubscription(mailbox));
      }
    }
    Validations.of(topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        'CloudWatch and EventBridge cannot publish through the AWS managed key; the messages name alarms, events and at most an operator.',
    });

    return topic;
  }
}
