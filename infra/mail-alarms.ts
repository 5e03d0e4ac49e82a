import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { TaskName } from '#shared/tasks.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import { countOf, FIVE_MINUTES, figureOf } from './log-metrics.ts';
import type { Mail } from './mail.ts';
import type { Tasks } from './tasks.ts';

/** AWS looks into an account at 5 % and may pause it at 10 %; for complaints at 0.1 % and 0.5 %. */
const BOUNCES_MAX = 0.03;
const COMPLAINTS_MAX = 0.0008;
const QUOTA_PERCENT_MAX = 80;

/** A share of what the account has sent lately, which SES measures for the account of this region. */
const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: Stats.MAXIMUM });

/** Adds the alarms of SES's reports on mails, without which no bounce or complaint stops mail to an address. */
const watchEvents = (
  alarms: AlarmTopics,
  tasks: Tasks,
  { events, topic }: Mail,
  metricNamespace: string,
): void => {
  const sent = { metricNamespace, metricName: 'MailsSent' };
  for (const name of ['account-mail', 'business-mail'] as const) {
    tasks.functionOf(name).logGroup.addMetricFilter(sent.metricName, {
      ...sent,
      filterPattern: FilterPattern.stringValue('$.mail.state', '=', 'sent'),
    });
  }

  alarms.add('mail-events-lost', {
    metric: topic.metricNumberOfNotificationsFailed({ period: FIVE_MINUTES, statistic: Stats.SUM }),
    threshold: 1,
  });
  const period = Duration.hours(1);
  alarms.add('mail-events-missing', {
    metric: new MathExpression({
      // A mail of the first hour has had the whole second hour for its first event, which SES sends within seconds; a
      // mail of the second hour does not count yet. Hours without mails are 0, so they raise nothing.
      expression:
        'IF(RUNNING_SUM(FILL(sent, 0)) - FILL(sent, 0) > 0 AND RUNNING_SUM(FILL(events, 0)) == 0, 1, 0)',
      usingMetrics: {
        sent: countOf(sent).with({ period }),
        events: events.queue.metricNumberOfMessagesSent({ period, statistic: Stats.SUM }),
      },
      period,
    }),
    threshold: 1,
    periods: 2,
    periodsWrong: 1,
  });
};

/** Adds the alarms of mail, where the deployment sends any. */
export const watchMail = (alarms: AlarmTopics, tasks: Tasks, mail: Mail, metricNamespace: string): void => {
  /** Returns the number of log lines of these tasks that have a field. */
  const countLines = (names: readonly TaskName[], metricName: string, field: string): Metric => {
    for (const name of names) {
      tasks.functionOf(name).logGroup.addMetricFilter(metricName, {
        metricNamespace,
        metricName,
        filterPattern: FilterPattern.numberValue(field, '>=', 1),
      });
    }

    return countOf({ metricNamespace, metricName });
  };
  const countParked = (kind: 'account-mail' | 'business-mail', metricName: string): Metric =>
    figureOf(
      tasks.functionOf('job-sweep'),
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
    metric: figureOf(tasks.functionOf('health-check'), quota, FIVE_MINUTES),
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
  alarms.add('mail-paused', {
    metric: countLines(['mail-events'], 'MailPaused', '$.mailPaused'),
    threshold: 1,
    urgency: 'wakes',
  });
  alarms.add('mail-complaint-without-brake', {
    metric: countLines(['mail-events'], 'ComplaintsWithoutBrake', '$.complaintWithoutBrake'),
    threshold: 1,
    urgency: 'wakes',
  });
  alarms.add('account-mail-parked', {
    metric: countParked('account-mail', 'AccountMailsParked'),
    threshold: 1,
  });
  alarms.add('business-mail-parked', {
    metric: countParked('business-mail', 'BusinessMailsParked'),
    threshold: 1,
  });
  watchEvents(alarms, tasks, mail, metricNamespace);
};
