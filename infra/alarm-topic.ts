import { Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

interface AlarmRule {
  metric: IMetric;
  threshold: number;
  /** For how many periods in a row; one by default. */
  periods?: number;
  comparison?: ComparisonOperator;
  /** What missing data means; by default it means that nothing is wrong. */
  missing?: TreatMissingData;
}

/** One topic of a stack's alarms, which tells a person that something is wrong, and that it is over. */
export class AlarmTopic extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmEmail }: Pick<Settings, 'alarmEmail'>) {
    super(scope, id);

    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    // A policy of its own replaces the one by which SNS lets an account's alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail));
    Validations.of(this.topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        'CloudWatch cannot publish through the AWS managed key, and the messages name alarms and no person.',
    });
  }

  /** docs/operations.md has an entry for each alarm by its name. */
  add(name: string, rule: AlarmRule): Alarm {
    const alarm = new Alarm(this, name, {
      metric: rule.metric,
      threshold: rule.threshold,
      evaluationPeriods: rule.periods ?? 1,
      comparisonOperator: rule.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: rule.missing ?? TreatMissingData.NOT_BREACHING,
      alarmDescription: `docs/operations.md, alarm ${name}`,
    });
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);

    return alarm;
  }
}
