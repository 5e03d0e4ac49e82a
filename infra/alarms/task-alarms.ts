import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { eventQueues } from '#shared/event-queues.ts';
import { readRateSeconds, type TaskName, tasks } from '#shared/tasks.ts';
import type { Settings } from '../settings.ts';
import type { SiteFiles } from '../site-files.ts';
import type { Tasks } from '../tasks.ts';
import type { EventWorkQueues, WorkQueue, WorkQueues } from '../work-queue.ts';
import type { AlarmTopics, Urgency } from './alarm-topics.ts';
import { FIVE_MINUTES, type LogMetrics } from './log-metrics.ts';

export interface WatchedTasks {
  files: SiteFiles;
  tasks: Tasks;
  queues: WorkQueues;
  eventQueues: EventWorkQueues;
}

const ONE_MINUTE = Duration.minutes(1);

/** CloudWatch looks back over seven days at most, so a task may be silent for a rate of up to two days. */
const SILENT_PERIODS = 3;

/**
 * Google limits a shared drive to 500,000 items, including the trash; this leaves a year or two to set up a second one.
 */
const DRIVE_FILES_MAX = 300_000;

/** True if an outage of the helpdesk makes this task fail, together with the helpdesk's other tasks. */
const isOfHelpdesk = (name: TaskName): boolean => name.startsWith('helpdesk-');

/** True if the queue holds a vendor's events. */
const isOfEvents = (name: string): boolean => name in eventQueues;

const urgencyOfErrors = (name: TaskName): Urgency => {
  if (isOfHelpdesk(name)) {
    return 'quiet';
  }

  // If the canary cannot sign in, nobody can.
  return name === 'canary' ? 'wakes' : 'tells';
};

/** Adds the alarm of the figure that the daily purge logs. */
const watchDrive = (alarms: AlarmTopics, log: LogMetrics): void => {
  const figure = { metricName: 'DriveFiles', field: '$.driveFiles' };
  alarms.add('drive-files', {
    metric: log.figure('purge', figure, Duration.days(1)),
    threshold: DRIVE_FILES_MAX,
  });
};

/** Adds the alarm of the figure that the daily check of the ledger logs: a fault there is money that does not add up. */
const watchLedger = (alarms: AlarmTopics, log: LogMetrics): void => {
  const figure = { metricName: 'LedgerFaults', field: '$.ledgerFaults' };
  alarms.add('ledger-faults', {
    metric: log.figure('ledger-check', figure, Duration.days(1)),
    threshold: 1,
  });
};

/** Adds the alarms of the figures that the sweep logs each minute: nothing else reports a job that was given up. */
const watchParkedJobs = (alarms: AlarmTopics, log: LogMetrics): void => {
  const contacts = { metricName: 'ContactsParked', field: '$.parked.helpdesk-contact' };
  const forADay = { metricName: 'JobsParkedForADay', field: '$.parkedForADay' };
  // We promise clients that their contact is deleted, so none of these jobs may stay parked.
  alarms.add('helpdesk-contact-parked', {
    metric: log.figure('job-sweep', contacts, FIVE_MINUTES),
    threshold: 1,
  });
  alarms.add('jobs-parked', {
    metric: log.figure('job-sweep', forADay, FIVE_MINUTES),
    threshold: 1,
  });
};

/** Adds the alarms of one task, and returns the one of its errors; a task of the deployment has none. */
const watchTask = (alarms: AlarmTopics, name: TaskName, watched: WatchedTasks): Alarm | undefined => {
  const { trigger } = tasks[name];
  const task = watched.tasks.functionOf(name);
  // A failed deployment reports itself.
  if (trigger === 'deployment') {
    return undefined;
  }

  const rate = 'schedule' in trigger ? Duration.seconds(readRateSeconds(trigger.schedule)) : undefined;
  const isRare = rate !== undefined && rate.toSeconds() > FIVE_MINUTES.toSeconds();
  const period = isRare ? rate : FIVE_MINUTES;

  const errors = alarms.add(`${name}-errors`, {
    metric: task.lambda.metricErrors({ period, statistic: Stats.SUM }),
    threshold: 1,
    // A task that runs often repairs one failure by itself; a rare task would do so too late.
    periods: isRare ? 1 : 2,
    urgency: urgencyOfErrors(name),
  });

  if (rate) {
    const silent = alarms.add(`${name}-silent`, {
      metric: task.lambda.metricInvocations({ period, statistic: Stats.SUM }),
      threshold: 1,
      periods: SILENT_PERIODS,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      missing: TreatMissingData.BREACHING,
      // A service that becomes inactive some hours late harms nobody.
      urgency: isRare || name === 'service-ends' ? 'tells' : 'wakes',
    });
    // A new schedule runs its task at once, long before the last files are deployed: when this alarm is created, there
    // has been a run.
    silent.node.addDependency(task, watched.files);
  }

  return errors;
};

/**
 * Returns how many messages the workers of the long queues of an invoice day finish in five minutes, at half of their
 * pace: five make two PDFs a second, and ten carry seven mails a second if SES takes as many. A queue that keeps this
 * pace is long, but nothing is wrong with it.
 */
const pacesOnInvoiceDay = ({
  pdfConcurrency,
  mailRatePerSecond,
}: Pick<Settings, 'pdfConcurrency' | 'mailRatePerSecond'>): Record<string, number> => {
  const halfOf = (perSecond: number) => Math.floor((perSecond * FIVE_MINUTES.toSeconds()) / 2);

  return {
    'invoice-pdf': halfOf(0.4 * pdfConcurrency),
    'business-mail': halfOf(Math.min(0.8 * mailRatePerSecond, 7)),
  };
};

const watchQueue = (
  alarms: AlarmTopics,
  name: string,
  { queue, deadLetterQueue }: WorkQueue,
  pace: number | undefined,
): void => {
  alarms.add(`${name}-dead-letters`, {
    metric: deadLetterQueue.metricApproximateNumberOfMessagesVisible({
      period: ONE_MINUTE,
      statistic: Stats.MAXIMUM,
    }),
    threshold: 1,
    // The sweep parks the job of any other message and removes the message; an event has no job.
    urgency: isOfEvents(name) ? 'wakes' : 'tells',
  });
  const age = queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM });
  const finished = queue.metricNumberOfMessagesDeleted({ period: FIVE_MINUTES, statistic: Stats.SUM });
  alarms.add(`${name}-waiting`, {
    metric:
      pace === undefined
        ? age
        : new MathExpression({
            expression: `IF(FILL(finished, 0) >= ${pace}, 0, age)`,
            usingMetrics: { age, finished },
            period: FIVE_MINUTES,
          }),
    threshold: Duration.minutes(10).toSeconds(),
  });
};

/** Adds the alarms of the tasks: their errors and silence, the figures that they log, and their queues. */
export const watchTasks = (
  alarms: AlarmTopics,
  log: LogMetrics,
  watched: WatchedTasks,
  settings: Pick<Settings, 'pdfConcurrency' | 'mailRatePerSecond'>,
): void => {
  const { functions } = watched.tasks;
  watchDrive(alarms, log);
  watchLedger(alarms, log);
  watchParkedJobs(alarms, log);

  const ofHelpdesk: Alarm[] = [];
  for (const name of functions.keys()) {
    const errors = watchTask(alarms, name, watched);
    if (errors && isOfHelpdesk(name)) {
      ofHelpdesk.push(errors);
    }
  }
  alarms.addTogether('helpdesk-errors', ofHelpdesk);

  const paces = pacesOnInvoiceDay(settings);
  for (const [name, queue] of Object.entries({ ...watched.queues, ...watched.eventQueues })) {
    watchQueue(alarms, name, queue, paces[name]);
  }
};
