import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EVENT_QUEUES } from '#shared/event-queues.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const production = synthPortal(PRODUCTION);
const trial = synthPortal(TRIAL);

const body = z.object({
  widgets: z.array(
    z.object({ properties: z.object({ title: z.string(), metrics: z.array(z.array(z.unknown())) }) }),
  ),
});

const graphsOf = ({ template }: typeof production) => {
  const { DashboardBody } = template.single('AWS::CloudWatch::Dashboard').Properties;

  return body.parse(JSON.parse(describeValue(DashboardBody))).widgets.map(({ properties }) => ({
    title: properties.title,
    metrics: properties.metrics.map(([, name]) => name),
    text: JSON.stringify(properties.metrics),
  }));
};

describe('the dashboard', () => {
  it('the dashboard shows calls, faults, latency, concurrency, capacity, queues and mails on one page', () => {
    const { DashboardName } = production.template.single('AWS::CloudWatch::Dashboard').Properties;

    expect(DashboardName).toBe('ow-connect-af-south-1');
    expect(graphsOf(production).map(({ title, metrics }) => [title, metrics])).toEqual([
      ['API: calls and refusals', ['Count', '4xx', 'ApiThrottled']],
      ['API: faults', ['5xx', 'ApiErrors']],
      ['API: latency', ['Latency', 'Latency']],
      [
        'Lambda: functions at once, errors and refused calls',
        ['ConcurrentExecutions', 'Errors', 'Throttles'],
      ],
      ['Database: capacity', ['ServerlessDatabaseCapacity', 'ACUUtilization']],
      ['Sign-ins: failed and blocked', ['SignInFailed', 'SignInBlocked']],
      ['Database: free memory, in bytes, if it had its highest capacity', ['FreeableMemory']],
      ['Database: connections, and deadlocks a second', ['DatabaseConnections', 'Deadlocks']],
      [
        'Queues: messages that wait',
        Array.from(
          { length: JOB_KINDS.length + EVENT_QUEUES.length },
          () => 'ApproximateNumberOfMessagesVisible',
        ),
      ],
      [
        'Queues: age of the oldest message, in seconds',
        Array.from({ length: JOB_KINDS.length + EVENT_QUEUES.length }, () => 'ApproximateAgeOfOldestMessage'),
      ],
      ['Mails of the account', ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject']],
      ['Mails: faults of the account, refused links', ['MailAccountFaults', 'MailLinksRefused']],
    ]);
  });

  it('the dashboard names each queue, and every figure of our own that it shows is counted', () => {
    const queues = graphsOf(production).find(({ title }) => title === 'Queues: messages that wait')?.text;
    const counted = production.template
      .ofType('AWS::Logs::MetricFilter')
      .map(([, { Properties }]) => JSON.stringify(Properties.MetricTransformations));
    const ours = graphsOf(production).flatMap(({ text }) =>
      [...text.matchAll(/\["ow-connect","(\w+)"/g)].map(([, name]) => name),
    );

    for (const name of [...JOB_KINDS, ...EVENT_QUEUES]) {
      expect(queues).toContain(`"label":"${name}"`);
    }
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter((name) => !counted.some((text) => text.includes(`"${name}"`)))).toEqual([]);
  });

  it('a portal without mail shows no graph of mails', () => {
    expect(graphsOf(trial).filter(({ title }) => title.startsWith('Mail'))).toEqual([]);
  });
});

describe('the budget', () => {
  const budgetOf = (synth: typeof production) =>
    synth.templates
      .get('ow-connect-edge-alarms-af-south-1')
      ?.ofType('AWS::Budgets::Budget')
      .map(([, { Properties }]) => Properties);

  it('the mailbox hears of 80 % of the account’s budget, and of a forecast above all of it', () => {
    const notice = (NotificationType: string, Threshold: number) => ({
      Notification: {
        NotificationType,
        Threshold,
        ComparisonOperator: 'GREATER_THAN',
        ThresholdType: 'PERCENTAGE',
      },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'oncall@owconnect.example' }],
    });

    expect(budgetOf(production)).toMatchObject([
      {
        Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 350, Unit: 'USD' } },
        NotificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
      },
    ]);
  });

  it('the budget has no name, because CloudFormation could not replace it', () => {
    expect(JSON.stringify(budgetOf(production))).not.toContain('BudgetName');
  });

  it('the budget with a reader is higher, and neither counts VAT or the support plan', () => {
    expect(budgetOf(synthPortal({ ...PRODUCTION, databaseReaders: 1 }))).toMatchObject([
      {
        Budget: { BudgetLimit: { Amount: 650 }, CostTypes: { IncludeTax: false, IncludeSupport: false } },
      },
    ]);
  });

  it('the amount of the budget is a setting, and a portal without a mailbox has no budget', () => {
    expect(budgetOf(synthPortal({ ...PRODUCTION, budgetUsd: 900 }))).toMatchObject([
      { Budget: { BudgetLimit: { Amount: 900 } } },
    ]);
    expect(budgetOf(trial)).toEqual([]);
  });
});
