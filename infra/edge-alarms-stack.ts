import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import type { Settings } from './settings.ts';

const FIVE_MINUTES = Duration.minutes(5);

/** Alarms on what CloudFront measures of the portal's distribution, which it tells in us-east-1 alone. */
export class EdgeAlarmsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: Pick<Settings, 'alarmEmail'>,
    distributionId: string,
    props: StackProps,
  ) {
    super(scope, id, props);
    const alarms = new AlarmTopic(this, 'Alarms', settings);

    const rate = (metricName: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        period: FIVE_MINUTES,
        statistic: Stats.AVERAGE,
      });
    alarms.add('edge-5xx', { metric: rate('5xxErrorRate'), threshold: 5, periods: 3 });
    // Most requests of a working portal are for files; where half are refused, the refusing itself is wrong.
    alarms.add('edge-4xx', { metric: rate('4xxErrorRate'), threshold: 50, periods: 3 });
  }
}
