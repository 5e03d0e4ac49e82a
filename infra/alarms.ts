import { Duration } from 'aws-cdk-lib';
import { type Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { RouteId } from '#shared/contract/index.ts';
import { type JobName, jobs, readRateSeconds } from '#shared/jobs.ts';
import { type AlarmSettings, AlarmTopics, type Urgency } from './alarm-topics.ts';
import type { Api } from './api.ts';
import type { Database } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { PortalFunction } from './portal-function.ts';
import type { Routes } from './routes.ts';
import type { Settings } from './settings.ts';
import type { SiteFiles } from './site-files.ts';
import type { WorkQueue, WorkQueues } from './work-queue.ts';

interface Watched {
  accessLog: LogGroup;
  api: Api;
  database: Database;
  files: SiteFiles;
  jobs: Jobs;
  queues: WorkQueues;
  routes: Pick<Routes, 'functions'>;
}

const ONE_MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);

/** CloudWatch looks back over seven days at most, so a job may be silent for a rate of up to two days. */
const SILENT_PERIODS = 3;

const { all, numberValue, stringValue } = FilterPattern;

/** Log lines of functions/http/request-log.ts for a request that succeeded, and for one with this status. */
const SUCCEEDED = stringValue('$.message', '=', 'request');
const BY_AN_ADMIN = all(SUCCEEDED, stringValue('$.role', '=', 'admin'));
const hasStatus = (status: number) => numberValue('$.status', '=', status);

/** Counts of people's actions in the log lines of routes: too many in five minutes may be an attack. */
const WATCHED_REQUESTS: Record<
  string,
  { alarm: string; threshold: number; lines: [RouteId, IFilterPattern][] }
> = {
  SignInFailed: { alarm: 'sign-ins-failed', threshold: 100, lines: [['auth.login', hasStatus(401)]] },
  SignInBlocked: { alarm: 'sign-ins-blocked', threshold: 20, lines: [['auth.login', hasStatus(429)]] },
  RecordRead: {
    alarm: 'records-read',
    threshold: 300,
    lines: [
      ['users.read', SUCCEEDED],
      ['services.list', SUCCEEDED],
      ['invoices.list', BY_AN_ADMIN],
      ['invoices.read', BY_AN_ADMIN],
      ['invoices.download', BY_AN_ADMIN],
    ],
  },
};

/** A 429 that the API itself returned, in its access log: a 429 of a function also has the function's status. */
const REFUSED_BY_THE_API = all(
  stringValue('$.status', '=', '429'),
  stringValue('$.functionStatus', '=', '-'),
);

const countOf = ({ metricNamespace, metricName }: { metricNamespace: string; metricName: string }) =>
  new Metric({ namespace: metricNamespace, metricName, period: FIVE_MINUTES, statistic: Stats.SUM });

interface Figure {
  metricNamespace: string;
  metricName: string;
  field: string;
}

/** Returns the highest value of a figure that a job writes to its log line. */
const figureOf = (
  { logGroup }: PortalFunction,
  { metricNamespace, metricName, field }: Figure,
  period: Duration,
): Metric => {
  logGroup.addMetricFilter(metricName, {
    metricNamespace,
    metricName,
    metricValue: field,
    filterPattern: FilterPattern.exists(field),
  });

  return new Metric({ namespace: metricNamespace, metricName, period, statistic: Stats.MAXIMUM });
};

/**
 * Google limits a shared drive to 500,000 items, including the trash; this leaves a year or two to set up a second one.
 */
const DRIVE_FILES_MAX = 300_000;

/** True if an outage of the helpdesk makes this job fail, with all the others of this kind. */
const isOfHelpdesk = (name: JobName): boolean => name.startsWith('helpdesk-');

const urgencyOfErrors = (name: JobName): Urgency => {
  if (isOfHelpdesk(name)) {
    return 'quiet';
  }

  // If the canary cannot sign in, nobody can.
  return name === 'canary' ? 'wakes' : 'tells';
};

/** The portal's alarms: those that wake a person, and those that can wait until the morning. */
export class Alarms extends Construct {
  private readonly alarms: AlarmTopics;
  /** Error alarms of the jobs that fail together in one outage of the helpdesk. */
  private readonly ofHelpdesk: Alarm[] = [];

  constructor(
    scope: Construct,
    id: string,
    watched: Watched,
    settings: AlarmSettings & Pick<Settings, 'deployment'>,
  ) {
    super(scope, id);
    this.alarms = new AlarmTopics(this, 'Told', settings);

    this.watchApi(watched, settings.deployment);
    this.watchDatabase(watched.database);
    this.watchRequests(watched.routes, settings.deployment);
    this.watchDrive(watched.jobs.functions.purge, settings.deployment);
    this.watchParkedJobs(watched.jobs.functions['job-sweep'], settings.deployment);
    for (const name of Object.keys(jobs) as JobName[]) {
      this.watchJob(name, watched);
    }
    this.alarms.addTogether('helpdesk-errors', this.ofHelpdesk);
    for (const [name, queue] of Object.entries(watched.queues)) {
      this.watchQueue(name, queue);
    }
  }

  private watchApi({ accessLog, api }: Watched, metricNamespace: string): void {
    this.alarms.add('api-5xx', {
      metric: api.httpApi.metricServerError({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      threshold: 5,
      urgency: 'wakes',
    });
    const throttled = { metricNamespace, metricName: 'ApiThrottled' };
    new MetricFilter(this, 'ApiThrottled', {
      ...throttled,
      logGroup: accessLog,
      filterPattern: REFUSED_BY_THE_API,
    });
    this.alarms.add('api-throttled', { metric: countOf(throttled), threshold: 10 });
    // One alarm for all functions together: one for each would cost more than it is worth.
    this.alarms.add('throttles', {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        period: FIVE_MINUTES,
        statistic: Stats.SUM,
      }),
      threshold: 1,
    });
  }

  /** Watches the figure that the daily purge logs. */
  private watchDrive(purge: PortalFunction, metricNamespace: string): void {
    const figure = { metricNamespace, metricName: 'DriveFiles', field: '$.driveFiles' };
    this.alarms.add('drive-files', {
      metric: figureOf(purge, figure, Duration.days(1)),
      threshold: DRIVE_FILES_MAX,
    });
  }

  /** Watches the figures that the sweep logs each minute: nothing else reports a job that was given up. */
  private watchParkedJobs(sweep: PortalFunction, metricNamespace: string): void {
    const contacts = { metricName: 'ContactsParked', field: '$.parked.helpdesk-contact' };
    const forADay = { metricName: 'JobsParkedForADay', field: '$.parkedForADay' };
    // We promise clients that their contact is deleted, so none of these jobs may stay parked.
    this.alarms.add('helpdesk-contact-parked', {
      metric: figureOf(sweep, { metricNamespace, ...contacts }, FIVE_MINUTES),
      threshold: 1,
    });
    this.alarms.add('jobs-parked', {
      metric: figureOf(sweep, { metricNamespace, ...forADay }, FIVE_MINUTES),
      threshold: 1,
    });
  }

  private watchDatabase(database: Database): void {
    this.alarms.add('database-capacity', {
      metric: database.cluster.metricACUUtilization({ period: FIVE_MINUTES, statistic: Stats.AVERAGE }),
      threshold: 90,
      periods: 3,
      urgency: 'wakes',
    });
  }

  private watchRequests({ functions }: Watched['routes'], metricNamespace: string): void {
    for (const [metricName, { alarm, threshold, lines }] of Object.entries(WATCHED_REQUESTS)) {
      for (const [routeId, filterPattern] of lines) {
        functions
          .get(routeId)
          ?.logGroup.addMetricFilter(metricName, { metricNamespace, metricName, filterPattern });
      }
      this.alarms.add(alarm, {
        metric: countOf({ metricNamespace, metricName }),
        threshold,
      });
    }
  }

  private watchJob(name: JobName, watched: Watched): void {
    const { trigger } = jobs[name];
    const { [name]: job } = watched.jobs.functions;
    // A failed deployment reports itself.
    if (trigger === 'deployment') {
      return;
    }

    const rate = 'schedule' in trigger ? Duration.seconds(readRateSeconds(trigger.schedule)) : undefined;
    const isRare = rate !== undefined && rate.toSeconds() > FIVE_MINUTES.toSeconds();
    const period = isRare ? rate : FIVE_MINUTES;

    const errors = this.alarms.add(`${name}-errors`, {
      metric: job.lambda.metricErrors({ period, statistic: Stats.SUM }),
      threshold: 1,
      // A job that runs often repairs one failure by itself; a rare job would do so too late.
      periods: isRare ? 1 : 2,
      urgency: urgencyOfErrors(name),
    });
    if (isOfHelpdesk(name)) {
      this.ofHelpdesk.push(errors);
    }

    if (rate) {
      const silent = this.alarms.add(`${name}-silent`, {
        metric: job.lambda.metricInvocations({ period, statistic: Stats.SUM }),
        threshold: 1,
        periods: SILENT_PERIODS,
        comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
        missing: TreatMissingData.BREACHING,
        urgency: isRare ? 'tells' : 'wakes',
      });
      // A new schedule runs its job at once, long before the last files are deployed: when this alarm is created, there
      // has been a run.
      silent.node.addDependency(job, watched.files);
    }
  }

  private watchQueue(name: string, { queue, deadLetterQueue }: WorkQueue): void {
    this.alarms.add(`${name}-dead-letters`, {
      metric: deadLetterQueue.metricApproximateNumberOfMessagesVisible({
        period: ONE_MINUTE,
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
      urgency: 'wakes',
    });
    this.alarms.add(`${name}-waiting`, {
      metric: queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      threshold: Duration.minutes(10).toSeconds(),
    });
  }
}
