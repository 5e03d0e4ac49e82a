import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { PortalFunction } from './portal-function.ts';

export const FIVE_MINUTES = Duration.minutes(5);

interface Named {
  metricNamespace: string;
  metricName: string;
}

/** Returns the number of log lines in five minutes that the metric filters of this name count. */
export const countOf = ({ metricNamespace, metricName }: Named): Metric =>
  new Metric({ namespace: metricNamespace, metricName, period: FIVE_MINUTES, statistic: Stats.SUM });

/** Returns the highest value of a figure that a task writes to its log line. */
export const figureOf = (
  { logGroup }: PortalFunction,
  { metricNamespace, metricName, field }: Named & { field: string },
  period: Duration,
): Metric => {
  logGroup.addMetricFilter(metricName, {
    metricNamespace,
    metricName,
    metricValue: field,
    // Not `exists`, which compares with a text: the reference does not say that a number matches one.
    filterPattern: FilterPattern.numberValue(field, '>=', 0),
  });

  return new Metric({ namespace: metricNamespace, metricName, period, statistic: Stats.MAXIMUM });
};
