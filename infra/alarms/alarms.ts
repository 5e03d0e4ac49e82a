import { ComparisonOperator, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, type JsonPattern } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { allRoutes, type RouteId } from '#shared/contract/index.ts';
import type { Api } from '../api.ts';
import type { Database } from '../database.ts';
import type { Mail } from '../mail.ts';
import type { Settings } from '../settings.ts';
import { type AlarmSettings, AlarmTopics } from './alarm-topics.ts';
import { reportCallsAgainst, reportDatabaseEvents, reportHealth } from './aws-reports.ts';
import { watchBackupCopies } from './backup-alarms.ts';
import { FIVE_MINUTES, LogMetrics } from './log-metrics.ts';
import { watchMail } from './mail-alarms.ts';
import { type WatchedTasks, watchTasks } from './task-alarms.ts';

interface Watched extends WatchedTasks {
  accessLog: ILogGroup;
  /** The log of all functions. */
  log: ILogGroup;
  api: Api;
  database: Database;
  mail: Mail | undefined;
  /** How many functions the account may run at once in the region. */
  concurrency: number;
}

const { all, any, booleanValue, numberValue, stringValue } = FilterPattern;

/** Lines of functions/http/request-log.ts: of one of these routes, of a success, and with this status. */
const ofRoutes = (...routeIds: RouteId[]) =>
  any(...routeIds.map((routeId) => stringValue('$.routeId', '=', routeId)));
const SUCCEEDED = stringValue('$.message', '=', 'request');
const hasStatus = (status: number) => numberValue('$.status', '=', status);

/** Routes that read what one client has: those of administrators alone, and those that its client also calls. */
const READS_A_CLIENT = ofRoutes(
  'users.read',
  'users.summary',
  'users.timeline',
  'sessions.list',
  'mails.list',
  'services.list',
  'services.billed',
  'services.unbilled',
);
const ALSO_READ_BY_CLIENTS = ofRoutes(
  'invoices.list',
  'invoices.read',
  'invoices.download',
  'credit-notes.download',
  'payments.list',
  'payments.debt',
  'debtors.statement',
  'debtors.export-statement',
);

/** Routes of administrators alone that answer a file: each call takes out what many clients have. */
const EXPORTS = ofRoutes(
  ...allRoutes.flatMap(([routeId, { access, contentType }]) =>
    access === 'admin' && contentType !== undefined ? [routeId] : [],
  ),
);

/** From ten in the evening until six in the morning in South Africa; HOUR is in UTC. */
const AT_NIGHT = '(HOUR(exports) >= 20 OR HOUR(exports) < 4)';

/** Counts of people's actions in the log lines of routes: too many in five minutes may be an attack. */
const WATCHED_REQUESTS: Record<string, { alarm: string; threshold: number; lines: JsonPattern }> = {
  SignInFailed: {
    alarm: 'sign-ins-failed',
    threshold: 100,
    lines: all(ofRoutes('auth.login'), hasStatus(401)),
  },
  SignInBlocked: {
    alarm: 'sign-ins-blocked',
    threshold: 20,
    lines: all(ofRoutes('auth.login'), hasStatus(429)),
  },
  RecordRead: {
    alarm: 'records-read',
    threshold: 300,
    lines: all(
      SUCCEEDED,
      any(READS_A_CLIENT, all(stringValue('$.role', '=', 'admin'), ALSO_READ_BY_CLIENTS)),
    ),
  },
};

/** Any 5xx in the API's access log except a 503 of a function, of which that function's own line says more. */
const FAULT_AT_THE_API = all(
  stringValue('$.status', '=', '5*'),
  any(stringValue('$.status', '!=', '503'), stringValue('$.functionStatus', '!=', '503')),
);

/**
 * A function's 503 in its own line. The 503 of a route that calls a vendor does not count, because nobody can mend a
 * vendor at night. If the database is away, all other routes say so.
 */
const FAULT_IN_A_FUNCTION = all(
  stringValue('$.message', '=', 'request failed'),
  hasStatus(503),
  booleanValue('$.callsVendor', false),
);

/** Twice as long as the slowest ordinary call that starts cold, a new ticket. */
const SLOW_MILLISECONDS = 7_000;

const ofAllLambdas = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, period: FIVE_MINUTES, statistic });

/** Of the memory at the highest capacity; an Aurora capacity unit has about 2 GiB. AWS advises 5 % for Aurora. */
const FREE_MEMORY_SHARE_MIN = 0.05;
const BYTES_PER_UNIT = 2 * 1024 ** 3;

type Capacity = Pick<Settings, 'databaseCapacityMin' | 'databaseCapacityMax'>;

/**
 * Returns nine tenths, more or less, of the connections that Aurora allows: 189 at a highest capacity of 1, 823 at 4,
 * 1,669 at 8, and never more than 5,000, or 2,000 if the lowest capacity is 0.5.
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2.setting-capacity.html
 */
const connectionsMax = ({ databaseCapacityMin, databaseCapacityMax }: Capacity): number =>
  Math.min(180 * databaseCapacityMax, databaseCapacityMin <= 0.5 ? 1_800 : 4_500);

/** A 429 that the API itself returned, in its access log: a 429 of a function also has the function's status. */
const REFUSED_BY_THE_API = all(
  stringValue('$.status', '=', '429'),
  stringValue('$.functionStatus', '=', '-'),
);

/** The portal's alarms: those that wake a person, and those that can wait until the morning. */
export class Alarms extends Construct {
  private readonly alarms: AlarmTopics;
  private readonly accessLog: LogMetrics;
  private readonly functionsLog: LogMetrics;

  constructor(
    scope: Construct,
    id: string,
    watched: Watched,
    settings: AlarmSettings &
      Pick<Settings, 'deployment' | 'pdfConcurrency' | 'mailRatePerSecond' | 'backupAccount'> &
      Capacity,
  ) {
    super(scope, id);
    this.alarms = new AlarmTopics(this, 'Told', settings);
    this.accessLog = new LogMetrics(this, 'AccessLog', watched.accessLog, settings.deployment);
    this.functionsLog = new LogMetrics(this, 'FunctionsLog', watched.log, settings.deployment);

    this.watchApi(watched);
    this.watchDatabase(watched.database, settings);
    this.watchRequests();
    this.watchExports();
    watchTasks(this.alarms, this.functionsLog, watched, settings);
    if (watched.mail) {
      watchMail(this.alarms, this.functionsLog, watched.mail);
    }
    if (settings.backupAccount !== undefined) {
      watchBackupCopies(this.alarms, settings);
    }
    this.reportEvents(watched, settings.deployment);
  }

  private reportEvents({ database, mail }: Watched, deployment: string): void {
    const keys = [database.key, mail?.topic.masterKey].filter((key) => key !== undefined);
    reportCallsAgainst(this.alarms, keys, deployment);
    reportDatabaseEvents(this.alarms);
    reportHealth(this.alarms, 'aws-health');
  }

  private watchApi({ api, concurrency }: Watched): void {
    this.functionsLog.count('ApiErrors', FAULT_IN_A_FUNCTION);
    this.alarms.add('api-5xx', {
      metric: this.accessLog.count('ApiErrors', FAULT_AT_THE_API),
      threshold: 5,
      urgency: 'wakes',
    });
    this.alarms.add('api-slow', {
      metric: new MathExpression({
        // With 100 requests or fewer the slow ones are mostly cold starts, so they raise no alarm.
        expression: 'IF(requests > 100, slowest, 0)',
        usingMetrics: {
          requests: api.httpApi.metricCount({ period: FIVE_MINUTES, statistic: Stats.SUM }),
          slowest: api.httpApi.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(99) }),
        },
        period: FIVE_MINUTES,
      }),
      threshold: SLOW_MILLISECONDS,
      periods: 3,
    });
    this.alarms.add('api-throttled', {
      metric: this.accessLog.count('ApiThrottled', REFUSED_BY_THE_API),
      threshold: 10,
    });
    // One alarm for all functions together: one for each would cost more than it is worth.
    this.alarms.add('throttles', {
      metric: ofAllLambdas('Throttles', Stats.SUM),
      threshold: 5,
      urgency: 'wakes',
    });
    this.alarms.add('lambda-concurrency', {
      metric: ofAllLambdas('ConcurrentExecutions', Stats.MAXIMUM),
      threshold: Math.floor(concurrency * 0.8),
    });
  }

  private watchDatabase({ cluster }: Database, capacity: Capacity): void {
    this.alarms.add('database-capacity', {
      metric: cluster.metricACUUtilization({ period: FIVE_MINUTES, statistic: Stats.AVERAGE }),
      threshold: 90,
      periods: 3,
      urgency: 'wakes',
    });
    this.alarms.add('database-memory', {
      metric: cluster.metricFreeableMemory({ period: FIVE_MINUTES, statistic: Stats.MINIMUM }),
      threshold: Math.round(capacity.databaseCapacityMax * BYTES_PER_UNIT * FREE_MEMORY_SHARE_MIN),
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: 3,
    });
    this.alarms.add('database-connections', {
      metric: cluster.metricDatabaseConnections({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      threshold: connectionsMax(capacity),
    });
    this.alarms.add('database-deadlocks', {
      metric: cluster.metricDeadlocks({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
      threshold: 0,
      comparison: ComparisonOperator.GREATER_THAN_THRESHOLD,
    });
  }

  private watchRequests(): void {
    for (const [metricName, { alarm, threshold, lines }] of Object.entries(WATCHED_REQUESTS)) {
      this.alarms.add(alarm, { metric: this.functionsLog.count(metricName, lines), threshold });
    }
  }

  private watchExports(): void {
    this.alarms.add('exports', {
      metric: new MathExpression({
        expression: `IF(exports >= 3 OR (exports >= 1 AND ${AT_NIGHT}), exports, 0)`,
        usingMetrics: { exports: this.functionsLog.count('Exports', all(SUCCEEDED, EXPORTS)) },
        period: FIVE_MINUTES,
      }),
      threshold: 1,
    });
  }
}
