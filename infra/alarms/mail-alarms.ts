import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { TaskName } from '#shared/tasks.ts';
import type { Mail } from '../mail.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import { FIVE_MINUTES, type LogMetrics } from './log-metrics.ts';

/** AWS looks into an account at 5 % and may pause it at 10 %; for complaints at 0.1 % and 0.5 %. */
const BOUNCES_MAX = 0.03;
const COMPLAINTS_MAX = 0.0008;
const QUOTA_PERCENT_MAX = 80;

/** The tasks that send mails. */
const MAILERS: readonly TaskName[] = ['account-mail', 'business-mail'];

/** A share of what the account has sent lately, which SES measures for the account of this region. */
const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: Stats.MAXIMUM });

/** Adds the alarms of SES's reports on mails, without which no bounce or complaint stops mail to an address. */
const watchEvents = (alarms: AlarmTopics, log: LogMetrics, { events, topic }: Mail): void => {
  const isSent = FilterPattern.stringValue('$.mail.state', '=', 'sent');
  const sent = log.countOfTasks(MAILERS, 'MailsSent', isSent);

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
        sent: sent.with({ period }),
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
export const watchMail = (alarms: AlarmTopics, log: LogMetrics, mail: Mail): void => {
  /** Returns the number of lines of these tasks that have a field. */
  const countLines = (names: readonly TaskName[], metricName: string, field: string): Metric =>
    log.countOfTasks(names, metricName, FilterPattern.numberValue(field, '>=', 1));
  const countParked = (kind: 'account-mail' | 'business-mail', metricName: string): Metric =>
    log.figure('job-sweep', { metricName, field: `$.parked.${kind}` }, FIVE_MINUTES);
  const quota = { metricName: 'MailQuotaPercent', field: '$.mailQuotaPercent' };

  alarms.add('mail-bounces', { metric: reputation('Reputation.BounceRate'), threshold: BOUNCES_MAX });
  alarms.add('mail-complaints', {
    metric: reputation('Reputation.ComplaintRate'),
    threshold: COMPLAINTS_MAX,
  });
  alarms.add('mail-quota', {
    metric: log.figure('health-check', quota, FIVE_MINUTES),
    threshold: QUOTA_PERCENT_MAX,
  });
  alarms.add('mail-account-faults', {
    metric: countLines(MAILERS, 'MailAccountFaults', '$.mailAccountFault'),
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
  watchEvents(alarms, log, mail);
};
