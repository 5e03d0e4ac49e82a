import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { JobName } from '#shared/jobs.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import type { Jobs } from './jobs.ts';
import { countOf, FIVE_MINUTES, figureOf } from './log-metrics.ts';

/** AWS looks into an account at 5 % and may pause it at 10 %; for complaints at 0.1 % and 0.5 %. */
const BOUNCES_MAX = 0.03;
const COMPLAINTS_MAX = 0.0008;
const QUOTA_PERCENT_MAX = 80;

/** A share of what the account has sent lately, which SES measures for the account of this region. */
const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: Stats.MAXIMUM });

/** Adds the alarms of mail, where the deployment sends any. */
export const watchMail = (alarms: AlarmTopics, jobs: Jobs, metricNamespace: string): void => {
  /** Returns the number of log lines of these jobs that have a field. */
  const countLines = (names: readonly JobName[], metricName: string, field: string): Metric => {
    for (const name of names) {
      jobs.functionOf(name).logGroup.addMetricFilter(metricName, {
        metricNamespace,
        metricName,
        filterPattern: FilterPattern.numberValue(field, '>=', 1),
      });
    }

    return countOf({ metricNamespace, metricName });
  };
  const countParked = (kind: 'account-mail' | 'business-mail', metricName: string): Metric =>
    figureOf(
      jobs.functionOf('job-sweep'),
      { metricNamespace, metricName, field: `$.parked.${kind}` },
      FIVE_MINUTES,
    );
  const quota = { metricNamespace, metricName: 'MailQuotaPercent', field: '$.mailQuotaPercent' };

  alarms.add('mail-bounces', { metric: reputation('Reputation.BounceRate'), threshold: BOUNCES_MAX });
  alarms.add('mail-complaints', {
    metric: reputation('Reputation.ComplaintRate'),
    threshold: COMPLAINTS_MAX,
  });
  alarms.add('mail-quota', {
    metric: figureOf(jobs.functionOf('health-check'), quota, FIVE_MINUTES),
    threshold: QUOTA_PERCENT_MAX,
  });
  alarms.add('mail-account-faults', {
    metric: countLines(['account-mail', 'business-mail'], 'MailAccountFaults', '$.mailAccountFault'),
    threshold: 1,
    // A moment of too many mails ends by itself; without SES nobody gets a link for a new password.
    periods: 2,
    urgency: 'wakes',
  });
  alarms.add('mail-links-refused', {
    metric: countLines(['account-mail'], 'MailLinksRefused', '$.mailLinksRefused'),
    threshold: 1,
  });
  alarms.add('account-mail-parked', {
    metric: countParked('account-mail', 'AccountMailsParked'),
    threshold: 1,
  });
  alarms.add('business-mail-parked', {
    metric: countParked('business-mail', 'BusinessMailsParked'),
    threshold: 1,
  });
};
