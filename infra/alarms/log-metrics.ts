import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { TaskName } from '#shared/tasks.ts';

export const FIVE_MINUTES = Duration.minutes(5);

/** Returns the sum of a metric that our log lines feed, in five minutes. */
export const countOf = (metric: { metricNamespace: string; metricName: string }): Metric =>
  new Metric({
    namespace: metric.metricNamespace,
    metricName: metric.metricName,
    period: FIVE_MINUTES,
    statistic: Stats.SUM,
  });

/** Matches each line of functions/runtime/task.ts about a run of these tasks: all functions share a log. */
const ofTasks = (names: readonly TaskName[]): JsonPattern =>
  FilterPattern.any(...names.map((name) => FilterPattern.stringValue('$.task', '=', name)));

/** Metrics that CloudWatch takes from the lines of one log. */
export class LogMetrics extends Construct {
  private readonly log: ILogGroup;
  private readonly metricNamespace: string;

  constructor(scope: Construct, id: string, log: ILogGroup, metricNamespace: string) {
    super(scope, id);
    this.log = log;
    this.metricNamespace = metricNamespace;
  }

  /** Returns the number of lines in five minutes that match. */
  count(metricName: string, filterPattern: IFilterPattern): Metric {
    this.filter(metricName, filterPattern);

    return countOf({ metricNamespace: this.metricNamespace, metricName });
  }

  /** Returns the number of lines in five minutes of these tasks that match. */
  countOfTasks(tasks: readonly TaskName[], metricName: string, pattern: JsonPattern): Metric {
    return this.count(metricName, FilterPattern.all(ofTasks(tasks), pattern));
  }

  /** Returns the highest value of a figure that a task writes to its line. */
  figure(
    task: TaskName,
    { metricName, field }: { metricName: string; field: string },
    period: Duration,
  ): Metric {
    // Not `exists`, which compares with a text: the reference does not say that a number matches one.
    const hasFigure = FilterPattern.numberValue(field, '>=', 0);
    this.filter(metricName, FilterPattern.all(ofTasks([task]), hasFigure), field);

    return countOf({ metricNamespace: this.metricNamespace, metricName }).with({
      period,
      statistic: Stats.MAXIMUM,
    });
  }

  private filter(metricName: string, filterPattern: IFilterPattern, metricValue?: string): void {
    new MetricFilter(this, metricName, {
      logGroup: this.log,
      metricNamespace: this.metricNamespace,
      metricName,
      filterPattern,
      ...(metricValue !== undefined && { metricValue }),
    });
  }
}
