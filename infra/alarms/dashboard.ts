import { Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Api } from '../api.ts';
import type { Database } from '../database.ts';
import type { Settings } from '../settings.ts';
import type { EventWorkQueues, WorkQueues } from '../work-queue.ts';
import { countOf, FIVE_MINUTES } from './log-metrics.ts';

interface Shown {
  api: Api;
  database: Database;
  queues: WorkQueues;
  eventQueues: EventWorkQueues;
}

const SUM = { period: FIVE_MINUTES, statistic: Stats.SUM };
const MAXIMUM = { period: FIVE_MINUTES, statistic: Stats.MAXIMUM };

/** A metric that AWS counts for the whole account in the region. */
const ofAccount = (namespace: string, metricName: string, statistic: string): Metric =>
  new Metric({ namespace, metricName, statistic, period: FIVE_MINUTES, label: metricName });

/** Two graphs fill a row. */
const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: 12 });

/** One page of CloudWatch that shows how the portal is; AWS charges nothing for the first three of an account. */
export class PortalDashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { api, database, queues, eventQueues }: Shown,
    { deployment, mailFrom }: Pick<Settings, 'deployment' | 'mailFrom'>,
  ) {
    super(scope, id);
    const { httpApi } = api;
    const counted = (metricName: string) => countOf({ metricNamespace: deployment, metricName });
    const named = Object.entries({ ...queues, ...eventQueues });

    new Dashboard(this, 'Dashboard', {
      // A name belongs to the account in all of its regions.
      dashboardName: `${deployment}-${Stack.of(this).region}`,
      widgets: [
        [
          graph('API: calls and refusals', [
            httpApi.metricCount(SUM),
            httpApi.metricClientError(SUM),
            counted('ApiThrottled'),
          ]),
          graph('API: faults', [httpApi.metricServerError(SUM), counted('ApiErrors')]),
        ],
        [
          graph(
            'API: latency',
            [50, 99].map((percent) =>
              httpApi.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(percent) }),
            ),
          ),
          graph(
            'Lambda: functions at once, errors and refused calls',
            [ofAccount('AWS/Lambda', 'ConcurrentExecutions', Stats.MAXIMUM)],
            ['Errors', 'Throttles'].map((name) => ofAccount('AWS/Lambda', name, Stats.SUM)),
          ),
        ],
        [
          graph(
            'Database: capacity',
            [database.cluster.metricServerlessDatabaseCapacity(MAXIMUM)],
            [database.cluster.metricACUUtilization(MAXIMUM)],
          ),
          graph('Sign-ins: failed and blocked', [counted('SignInFailed'), counted('SignInBlocked')]),
        ],
        [
          graph('Database: free memory, in bytes, if it had its highest capacity', [
            database.cluster.metricFreeableMemory({ period: FIVE_MINUTES, statistic: Stats.MINIMUM }),
          ]),
          graph(
            'Database: connections, and deadlocks a second',
            [database.cluster.metricDatabaseConnections(MAXIMUM)],
            [database.cluster.metricDeadlocks(MAXIMUM)],
          ),
        ],
        [
          graph(
            'Queues: messages that wait',
            named.map(([label, { queue }]) =>
              queue.metricApproximateNumberOfMessagesVisible({ ...MAXIMUM, label }),
            ),
          ),
          graph(
            'Queues: age of the oldest message, in seconds',
            named.map(([label, { queue }]) =>
              queue.metricApproximateAgeOfOldestMessage({ ...MAXIMUM, label }),
            ),
          ),
        ],
        mailFrom === undefined
          ? []
          : [
              graph(
                'Mails of the account',
                ['Send', 'Delivery'].map((name) => ofAccount('AWS/SES', name, Stats.SUM)),
                ['Bounce', 'Complaint', 'Reject'].map((name) => ofAccount('AWS/SES', name, Stats.SUM)),
              ),
              graph('Mails: faults of the account, refused links', [
                counted('MailAccountFaults'),
                counted('MailLinksRefused'),
              ]),
            ],
      ],
    });
  }
}
