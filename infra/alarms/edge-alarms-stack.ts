import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { type AlarmSettings, AlarmTopics } from './alarm-topics.ts';
import { reportHealth } from './aws-reports.ts';
import { CostBudget } from './cost-budget.ts';

interface Watched {
  distributionId: string;
  /** Certificate of the portal's own domain name, if it has one. */
  certificateArn: string | undefined;
}

const FIVE_MINUTES = Duration.minutes(5);

/** ACM renews its certificates sixty days before they expire, so at thirty days the renewal has failed. */
const CERTIFICATE_DAYS_MIN = 30;

/**
 * Alarms on the metrics of CloudFront and its certificate, which exist in us-east-1 alone, reports of services without a
 * region, and the account's budget.
 */
export class EdgeAlarmsStack extends Stack {
  private readonly alarms: AlarmTopics;

  constructor(
    scope: Construct,
    id: string,
    settings: AlarmSettings & Pick<Settings, 'budgetUsd'>,
    watched: Watched,
    props: StackProps,
  ) {
    super(scope, id, props);
    this.alarms = new AlarmTopics(this, 'Alarms', settings);

    this.watchAnswers(watched.distributionId);
    if (watched.certificateArn) {
      this.watchCertificate(watched.certificateArn);
    }
    reportHealth(this.alarms, 'edge-aws-health');
    if (settings.alarmEmail) {
      new CostBudget(this, 'Costs', settings.budgetUsd, settings.alarmEmail);
    }
  }

  private watchAnswers(distributionId: string): void {
    const measure = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        period: FIVE_MINUTES,
        statistic,
      });
    /** Returns 0 for a rate of few requests: at night one scanner sends most of them. */
    const rateOfMany = (metricName: string, requestsMin: number) =>
      new MathExpression({
        expression: `IF(requests > ${requestsMin}, rate, 0)`,
        usingMetrics: {
          requests: measure('Requests', Stats.SUM),
          rate: measure(metricName, Stats.AVERAGE),
        },
        period: FIVE_MINUTES,
      });

    this.alarms.add('edge-5xx', { metric: rateOfMany('5xxErrorRate', 50), threshold: 5, periods: 3 });
    // Most requests to a working portal are for files; if half are refused, the fault is the portal's.
    this.alarms.add('edge-4xx', { metric: rateOfMany('4xxErrorRate', 200), threshold: 50, periods: 3 });
  }

  private watchCertificate(certificateArn: string): void {
    this.alarms.add('certificate', {
      metric: new Metric({
        namespace: 'AWS/CertificateManager',
        metricName: 'DaysToExpiry',
        dimensionsMap: { CertificateArn: certificateArn },
        period: Duration.days(1),
        statistic: Stats.MINIMUM,
      }),
      threshold: CERTIFICATE_DAYS_MIN,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
  }
}
