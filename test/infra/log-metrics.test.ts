import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes, type RouteId } from '#shared/contract/index.ts';
import type { TaskName } from '#shared/tasks.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { type LogLine, readFilterPattern, selectValue } from '#test/support/infra/filter-pattern.ts';
import { lineOfRefusal, lineOfSuccess, lineOfTask } from '#test/support/infra/log-lines.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const { template } = synthPortal(PRODUCTION);

const metricFilter = z.object({
  FilterPattern: z.string(),
  LogGroupName: z.unknown(),
  MetricTransformations: z.tuple([
    z.object({
      MetricName: z.string(),
      MetricNamespace: z.literal('ow-connect'),
      MetricValue: z.string(),
    }),
  ]),
});

const filters = template.ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => {
  const { FilterPattern, LogGroupName, MetricTransformations } = metricFilter.parse(Properties);
  const [{ MetricName, MetricValue }] = MetricTransformations;

  return {
    log: describeValue(LogGroupName),
    metric: MetricName,
    pattern: FilterPattern,
    value: MetricValue,
    isCounted: readFilterPattern(FilterPattern),
  };
});

/** Returns what the filters make of a line of this log: each metric with its value. */
const measure = (log: string, line: LogLine): Record<string, unknown> =>
  Object.fromEntries(
    filters
      .filter((filter) => filter.log === log && filter.isCounted(line))
      .map(({ metric, value }) => [metric, value.startsWith('$') ? selectValue(value, line) : Number(value)]),
  );

const FUNCTIONS = '/ow-connect/functions';
const ACCESS = 'AccessLog';

describe('the metrics of the functions’ log', () => {
  it.each([
    ['auth.login', 'unauthenticated', { SignInFailed: 1 }],
    ['auth.login', 'too_many_requests', { SignInBlocked: 1 }],
    ['auth.login', 'invalid_request', {}],
    ['account.password', 'unauthenticated', {}],
    ['links.request-reset', 'too_many_requests', {}],
    ['users.read', 'not_found', {}],
  ] as const)('a request to %s that ends with %s counts as %j', async (routeId, code, metrics) => {
    expect(measure(FUNCTIONS, await lineOfRefusal(routeId, code))).toEqual(metrics);
  });

  it.each([
    'users.read',
    'users.summary',
    'users.timeline',
    'sessions.list',
    'mails.list',
    'services.list',
    'services.billed',
    'services.unbilled',
    'invoices.list',
    'invoices.read',
    'invoices.download',
    'credit-notes.download',
    'payments.list',
    'payments.debt',
    'debtors.statement',
    'debtors.export-statement',
  ] as const)('a read of an administrator by %s counts as a read of a client’s record', async (routeId) => {
    expect(measure(FUNCTIONS, await lineOfSuccess(routeId, 'admin'))).toEqual({ RecordRead: 1 });
  });

  it.each([
    ['invoices.list', 'client'],
    ['debtors.export-statement', 'client'],
    ['auth.login', undefined],
    ['users.update', 'admin'],
    ['services.create', 'admin'],
  ] as const)('a request to %s of %s counts as no read of a client’s record', async (routeId, role) => {
    expect(measure(FUNCTIONS, await lineOfSuccess(routeId, role))).toEqual({});
  });

  it.each([
    'users.export',
    'books.export',
    'books.export-vat-report',
    'debtors.export',
    'debtors.export-credits',
    'books.export-bank-reconciliation',
    'books.export-closed-debtors',
  ] as const)('an export by %s counts, and one that is refused does not', async (routeId) => {
    expect(measure(FUNCTIONS, await lineOfSuccess(routeId, 'admin'))).toEqual({ Exports: 1 });
    expect(measure(FUNCTIONS, await lineOfRefusal(routeId, 'forbidden'))).toEqual({});
  });

  it('each route that answers an administrator a file is counted, so that no new one is forgotten', async () => {
    const ofFiles = allRoutes.filter(([, { contentType }]) => contentType !== undefined);
    const uncounted: RouteId[] = [];
    for (const [routeId] of ofFiles) {
      const counted = Object.keys(measure(FUNCTIONS, await lineOfSuccess(routeId, 'admin')));
      uncounted.push(...(counted.length === 0 ? [routeId] : []));
    }

    // Only the client who wrote a ticket reads its files here; administrators read them at the helpdesk.
    expect(uncounted).toEqual(['tickets.attachment']);
  });

  const figures: [TaskName, Parameters<typeof lineOfTask>[1], Record<string, number>][] = [
    ['purge', { driveFiles: 12 }, { DriveFiles: 12 }],
    ['ledger-check', { ledgerFaults: 0 }, { LedgerFaults: 0 }],
    [
      'job-sweep',
      {
        parkedForADay: 1,
        parked: { 'helpdesk-contact': 2, 'account-mail': 3, 'business-mail': 4, 'invoice-pdf': 5 },
      },
      { JobsParkedForADay: 1, ContactsParked: 2, AccountMailsParked: 3, BusinessMailsParked: 4 },
    ],
    ['health-check', { mailQuotaPercent: 81 }, { MailQuotaPercent: 81 }],
    ['account-mail', { mailAccountFault: 1 }, { MailAccountFaults: 1 }],
    ['business-mail', { mailAccountFault: 1 }, { MailAccountFaults: 1 }],
    ['account-mail', { mailLinksRefused: 1 }, { MailLinksRefused: 1 }],
    ['account-mail', { mail: { id: '1', state: 'sent' } }, { MailsSent: 1 }],
    ['business-mail', { mail: { id: '1', state: 'sent' } }, { MailsSent: 1 }],
    ['mail-events', { mailPaused: 1 }, { MailPaused: 1 }],
    ['mail-events', { complaintWithoutBrake: 1 }, { ComplaintsWithoutBrake: 1 }],
  ];

  it.each(figures)('a line of the task %s with %j is measured as %j', async (name, logged, metrics) => {
    expect(measure(FUNCTIONS, await lineOfTask(name, logged))).toEqual(metrics);
  });

  it.each(figures)(
    'the figure of %s, %j, is not measured in the line of a task that has none',
    async (_name, logged) => {
      expect(measure(FUNCTIONS, await lineOfTask('bank-booking', logged))).toEqual({});
    },
  );

  it('a mail whose event tells what became of it is not counted again as sent', async () => {
    const line = await lineOfTask('mail-events', { mail: { id: '1', state: 'sent' } });

    expect(measure(FUNCTIONS, line)).toEqual({});
  });
});

describe('the faults that wake somebody, each counted once in one of the two logs', () => {
  it.each([
    ['the database being away', 'users.read', 'unavailable', { ApiErrors: 1 }],
    ['the helpdesk being away', 'tickets.create', 'unavailable', {}],
    ['the drive being away', 'invoices.download', 'unavailable', {}],
    ['a fault that no rule foresaw', 'users.read', 'internal', {}],
    ['a fault that no rule foresaw of a route with a vendor', 'tickets.create', 'internal', {}],
  ] as const)('%s counts in the line of %s (%s) as %j', async (_what, routeId, code, metrics) => {
    expect(measure(FUNCTIONS, await lineOfRefusal(routeId, code))).toEqual(metrics);
  });

  it.each([
    ['a function’s fault', '500', '500', { ApiErrors: 1 }],
    ['a function’s 503', '503', '503', {}],
    ['a function that does not answer in time', '503', '-', { ApiErrors: 1 }],
    ['a function that crashes', '500', '-', { ApiErrors: 1 }],
    ['an answer that the API cannot read', '500', '200', { ApiErrors: 1 }],
    ['a call that the API refuses', '429', '-', { ApiThrottled: 1 }],
    ['a function’s refusal', '429', '429', {}],
    ['an answer', '200', '200', {}],
  ])('%s counts in the access log (%s, function %s) as %j', (_what, status, functionStatus, metrics) => {
    expect(measure(ACCESS, { status, functionStatus, route: 'GET /api/user' })).toEqual(metrics);
  });
});

it('each metric has one filter in each log that feeds it, and only the faults are in both logs', () => {
  const fed = filters.map(({ log, metric }) => `${metric} in ${log}`);
  const twice = filters
    .map(({ metric }) => metric)
    .filter((metric, index, all) => all.indexOf(metric) !== index);

  expect(fed).toEqual([...new Set(fed)]);
  expect(twice).toEqual(['ApiErrors']);
  expect(new Set(filters.map(({ log }) => log))).toEqual(new Set([ACCESS, FUNCTIONS]));
});
