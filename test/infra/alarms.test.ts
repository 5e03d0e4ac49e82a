import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EVENT_QUEUES } from '#shared/event-queues.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { tasks } from '#shared/tasks.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';

const trial = synthPortal(TRIAL);
const production = synthPortal(PRODUCTION);
const portal = production.template;
const IMPORTED = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
/** With a second mailbox, a certificate that the deployment did not create, and a wide range of capacity. */
const other = synthPortal({
  ...PRODUCTION,
  databaseCapacityMin: 0.5,
  databaseCapacityMax: 32,
  wakeEmail: 'pager@owconnect.example',
  certificateArn: IMPORTED,
  pdfConcurrency: 9,
  mailRatePerSecond: 14,
});

const edgeOf = ({ templates }: typeof production) => {
  const edgeAlarms = templates.get('ow-connect-edge-alarms-af-south-1');
  if (!edgeAlarms) {
    throw new Error('There is no stack of the edge’s alarms');
  }

  return edgeAlarms;
};
const edge = edgeOf(production);
const otherEdge = edgeOf(other);

type Alarm = Record<string, unknown> & { id: string; DependsOn: string[] };

const read = (template: typeof portal, type: string): Alarm[] =>
  template.ofType(type).map(([id, { Properties, DependsOn }]) => ({ id, ...Properties, DependsOn }));
const alarmsOf = (template: typeof portal) => read(template, 'AWS::CloudWatch::Alarm');
const togetherOf = (template: typeof portal) => read(template, 'AWS::CloudWatch::CompositeAlarm');

const publishing = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Principal: z.unknown(),
      Action: z.unknown(),
      Resource: z.unknown(),
      Condition: z.unknown().optional(),
    }),
  ),
});

describe('the alarms', () => {
  const alarms = [...alarmsOf(portal), ...alarmsOf(edge)];
  const together = [...togetherOf(portal), ...togetherOf(edge)];
  const nameOf = ({ AlarmDescription }: (typeof alarms)[number]) =>
    String(AlarmDescription).split('alarm ')[1] ?? '';
  const timingOf = (name: string) => {
    const alarm = alarms.find((each) => nameOf(each) === name);

    return [alarm?.Period, alarm?.EvaluationPeriods];
  };

  it("the alarms watch errors, silence, throttles, queues, the database and CloudFront's answers", () => {
    const ofTasks = Object.entries(tasks).flatMap(([name, { trigger }]) => {
      if (trigger === 'deployment') {
        return [];
      }

      return 'schedule' in trigger ? [`${name}-errors`, `${name}-silent`] : [`${name}-errors`];
    });
    const ofQueues = [...JOB_KINDS, ...EVENT_QUEUES].flatMap((name) => [
      `${name}-dead-letters`,
      `${name}-waiting`,
    ]);

    expect([...alarms, ...together].map(nameOf).toSorted()).toEqual(
      [
        'helpdesk-errors',
        'certificate',
        'api-5xx',
        'api-slow',
        'api-throttled',
        'lambda-concurrency',
        'edge-4xx',
        'edge-5xx',
        'database-capacity',
        'backup-failed',
        'backup-copy-failed',
        'backup-copy-missing',
        'database-connections',
        'database-deadlocks',
        'database-memory',
        'drive-files',
        'helpdesk-contact-parked',
        'jobs-parked',
        'ledger-faults',
        'mail-bounces',
        'mail-complaints',
        'mail-quota',
        'mail-account-faults',
        'mail-events-lost',
        'mail-events-missing',
        'mail-links-refused',
        'mail-paused',
        'mail-complaint-without-brake',
        'account-mail-parked',
        'business-mail-parked',
        'throttles',
        'sign-ins-failed',
        'sign-ins-blocked',
        'records-read',
        'exports',
        ...ofTasks,
        ...ofQueues,
      ].toSorted(),
    );
  });

  const said = (template: typeof portal) =>
    [...alarmsOf(template), ...togetherOf(template)].map((alarm) => ({
      name: nameOf(alarm),
      begins: alarm.AlarmActions,
      ends: alarm.OKActions,
    }));
  const topicsOf = (template: typeof portal) => {
    const [wakes = '', tells = ''] = ['Wakes', 'Tells'].map(
      (kind) => template.ofType('AWS::SNS::Topic').find(([id]) => id.includes(kind))?.[0],
    );

    return { wakes, tells };
  };
  const toldBy = (template: typeof portal, kind: 'wakes' | 'tells') => {
    const topic = [{ Ref: topicsOf(template)[kind] }];

    return said(template).flatMap(({ name, begins }) =>
      JSON.stringify(begins) === JSON.stringify(topic) ? [name] : [],
    );
  };
  const wake = [portal, edge].flatMap((template) => toldBy(template, 'wakes'));
  const quiet = [portal, edge].flatMap((template) =>
    said(template).flatMap(({ name, begins }) => (begins === undefined ? [name] : [])),
  );

  it('only alarms of the API, Lambda, database, canary, mail as a whole, paused mail, complaints, lost events and silent tasks wake somebody', () => {
    expect(wake.toSorted()).toEqual(
      [
        'api-5xx',
        'canary-errors',
        'canary-silent',
        'database-capacity',
        'health-check-silent',
        'helpdesk-copy-silent',
        'job-sweep-silent',
        'mail-account-faults',
        'mail-paused',
        'mail-complaint-without-brake',
        'throttles',
        ...EVENT_QUEUES.map((name) => `${name}-dead-letters`),
      ].toSorted(),
    );
  });

  it("the alarms of the helpdesk's tasks are quiet, and one composite alarm reports for them all", () => {
    const [{ AlarmRule } = { AlarmRule: undefined }] = together;

    expect(quiet).toEqual(['helpdesk-message-errors', 'helpdesk-contact-errors', 'helpdesk-copy-errors']);
    expect(together.map(nameOf)).toEqual(['helpdesk-errors']);
    expect(describeValue(AlarmRule)).toBe(
      `(${quiet.map((name) => `ALARM("AlarmsTold${name.replaceAll('-', '')}.Arn")`).join(' OR ')})`,
    );
  });

  it.each([
    ['the portal', portal, ['wakes', 'tells']],
    ['the edge', edge, ['tells']],
  ])(
    'each alarm of %s reports its start and end on one topic, to which only CloudWatch and, for reports, EventBridge may publish',
    (_whose, template, withReports) => {
      const { wakes, tells } = topicsOf(template);
      const loud = said(template).filter(({ name }) => !quiet.includes(name));
      // The third topic carries the events of mails: test/infra/mail.test.ts.
      const policies = template
        .ofType('AWS::SNS::TopicPolicy')
        .filter(([id]) => id.startsWith('Alarms'))
        .map(([, { Properties }]) => Properties);
      const publish = (topic: string, service: string, more = {}) => ({
        Effect: 'Allow',
        Principal: { Service: service },
        Action: 'sns:Publish',
        Resource: { Ref: topic },
        ...more,
      });
      const ofThisAccount = { Condition: { StringEquals: { 'aws:SourceAccount': PRODUCTION.account } } };
      const mayPublish = (kind: 'wakes' | 'tells') => {
        const topic = topicsOf(template)[kind];
        const reports = withReports.includes(kind) ? [publish(topic, 'events.amazonaws.com')] : [];

        return {
          topics: [{ Ref: topic }],
          allowed: [publish(topic, 'cloudwatch.amazonaws.com', ofThisAccount), ...reports],
        };
      };

      expect(loud.length).toBeGreaterThan(1);
      for (const { begins, ends } of loud) {
        expect([[{ Ref: wakes }], [{ Ref: tells }]]).toContainEqual(begins);
        expect(ends).toEqual(begins);
      }
      expect(
        policies.map(({ Topics, PolicyDocument }) => ({
          topics: Topics,
          allowed: publishing.parse(PolicyDocument).Statement.filter(({ Effect }) => Effect === 'Allow'),
        })),
      ).toEqual([mayPublish('wakes'), mayPublish('tells')]);
    },
  );

  it("the silence alarms are created after the schedules and the site's files, so none is false at first", () => {
    const schedules = portal
      .ofType('AWS::Scheduler::Schedule')
      .map(([id]) => id)
      .filter((id) => id.startsWith('Tasks'));
    const files = portal.ofType('Custom::CDKBucketDeployment').map(([id]) => id);
    const silent = alarmsOf(portal).filter((alarm) => nameOf(alarm).endsWith('-silent'));

    expect(silent).toHaveLength(schedules.length);
    for (const { DependsOn } of silent) {
      expect(DependsOn).toEqual(expect.arrayContaining(files));
      expect(DependsOn.filter((id) => schedules.includes(id))).toHaveLength(1);
    }
  });

  it('a task that has no run at all, and so no figure, raises its silence alarm', () => {
    const silent = alarmsOf(portal).filter((alarm) => nameOf(alarm).endsWith('-silent'));

    expect(silent.length).toBeGreaterThan(0);
    for (const alarm of silent) {
      expect(alarm).toMatchObject({
        TreatMissingData: 'breaching',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
      });
    }
  });

  const metricsOf = (name: string) => {
    const alarm = alarms.find((each) => nameOf(each) === name);
    const parts = z
      .array(
        z.object({
          Id: z.string(),
          Expression: z.string().optional(),
          MetricStat: z
            .object({ Metric: z.looseObject({ MetricName: z.string() }), Stat: z.string() })
            .optional(),
        }),
      )
      .parse(alarm?.Metrics);

    return {
      threshold: alarm?.Threshold,
      expression: parts.find(({ Expression }) => Expression)?.Expression,
      measured: Object.fromEntries(
        parts.flatMap(({ Id, MetricStat }) =>
          MetricStat ? [[Id, [MetricStat.Metric.MetricName, MetricStat.Stat]]] : [],
        ),
      ),
      text: JSON.stringify(parts),
    };
  };

  it.each([
    ['edge-5xx', '5xxErrorRate', 50, 5],
    ['edge-4xx', '4xxErrorRate', 200, 50],
  ])('alarm %s ignores a rate of few requests', (name, metric, requests, threshold) => {
    expect(metricsOf(name)).toMatchObject({
      threshold,
      expression: `IF(requests > ${requests}, rate, 0)`,
      measured: { requests: ['Requests', 'Sum'], rate: [metric, 'Average'] },
    });
  });

  it('the CloudFront alarms are in us-east-1, where CloudFront measures, and name this distribution', () => {
    expect(production.stacks.find(({ stackName }) => stackName.includes('edge-alarms'))?.region).toBe(
      'us-east-1',
    );
    for (const name of ['edge-5xx', 'edge-4xx']) {
      expect(metricsOf(name).text).toMatch(
        /"Fn::GetStackOutput":\{"StackName":"ow-connect","Region":"af-south-1"/,
      );
    }
  });

  it.each([
    ['that the deployment created', edge, /"Fn::GetStackOutput":\{"StackName":"ow-connect-edge-af-south-1"/],
    ['that the account had before', otherEdge, new RegExp(`"${IMPORTED}"`)],
  ])('an alarm reports thirty days in advance that a certificate %s expires', (_whose, template, arn) => {
    const [alarm] = alarmsOf(template).filter((each) => nameOf(each) === 'certificate');

    expect(alarm).toMatchObject({
      Namespace: 'AWS/CertificateManager',
      MetricName: 'DaysToExpiry',
      Statistic: 'Minimum',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 30,
    });
    expect(JSON.stringify(alarm?.Dimensions)).toMatch(arn);
  });

  it('each metric of the logs has an alarm with its limit; test/infra/log-metrics.test.ts proves what is counted', () => {
    const watchedMetrics = alarms.filter(({ Namespace }) => Namespace === 'ow-connect');

    expect(
      watchedMetrics.map(({ MetricName, Threshold, Period }) => [MetricName, Threshold, Period]),
    ).toEqual([
      ['ApiErrors', 5, 300],
      ['ApiThrottled', 10, 300],
      ['SignInFailed', 100, 300],
      ['SignInBlocked', 20, 300],
      ['RecordRead', 300, 300],
      ['DriveFiles', 300_000, 86_400],
      ['LedgerFaults', 1, 86_400],
      ['ContactsParked', 1, 300],
      ['JobsParkedForADay', 1, 300],
      ['MailQuotaPercent', 80, 300],
      ['MailAccountFaults', 1, 300],
      ['MailLinksRefused', 1, 300],
      ['MailPaused', 1, 300],
      ['ComplaintsWithoutBrake', 1, 300],
      ['AccountMailsParked', 1, 300],
      ['BusinessMailsParked', 1, 300],
    ]);
  });

  it('an alarm tells of three exports within five minutes, and of a single one from 22:00 to 06:00 in South Africa', () => {
    expect(metricsOf('exports')).toMatchObject({
      threshold: 1,
      expression:
        'IF(exports >= 3 OR (exports >= 1 AND (HOUR(exports) >= 20 OR HOUR(exports) < 4)), exports, 0)',
      measured: { exports: ['Exports', 'Sum'] },
    });
    expect(timingOf('exports')).toEqual([undefined, 1]);
    expect(wake).not.toContain('exports');
  });

  it('alarms report slow answers of many requests, and concurrent Lambdas at four fifths of the account’s quota', () => {
    expect(metricsOf('api-slow')).toMatchObject({
      threshold: 7_000,
      expression: 'IF(requests > 100, slowest, 0)',
      measured: { requests: ['Count', 'Sum'], slowest: ['Latency', 'p99'] },
    });
    const ofLambda = alarms
      .filter(({ Namespace }) => Namespace === 'AWS/Lambda')
      .filter(({ Dimensions }) => Dimensions === undefined)
      .map(({ MetricName, Statistic, Threshold }) => [MetricName, Statistic, Threshold]);

    expect(ofLambda).toEqual([
      ['Throttles', 'Sum', 5],
      ['ConcurrentExecutions', 'Maximum', 800],
    ]);
  });

  it('the two long queues of an invoice day raise no alarm while their workers keep half of their pace', () => {
    const expressions = (synth: typeof production) =>
      alarmsOf(synth.template)
        .filter((alarm) => ['invoice-pdf-waiting', 'business-mail-waiting'].includes(nameOf(alarm)))
        .flatMap(({ Metrics, Threshold }) =>
          z
            .array(z.object({ Expression: z.string().optional() }))
            .parse(Metrics)
            .flatMap(({ Expression }) => (Expression ? [[Expression, Threshold]] : [])),
        );

    expect(expressions(production)).toEqual([
      ['IF(FILL(finished, 0) >= 300, 0, age)', 600],
      ['IF(FILL(finished, 0) >= 120, 0, age)', 600],
    ]);
    expect(expressions(other)).toEqual([
      ['IF(FILL(finished, 0) >= 540, 0, age)', 600],
      ['IF(FILL(finished, 0) >= 1050, 0, age)', 600],
    ]);
  });

  it.each([
    // 1,669 connections and 16 GiB.
    ['2 to 8', production, 858_993_459, 1_440],
    // 2,000 because of the lowest capacity, and 64 GiB.
    ['0.5 to 32', other, 3_435_973_837, 1_800],
  ])(
    'at a capacity of %s alarms report that memory or connections run out before Aurora refuses any, and each deadlock',
    (_which, synth, memory, connections) => {
      const ofDatabase = alarmsOf(synth.template)
        .filter(({ Namespace }) => Namespace === 'AWS/RDS')
        .map((alarm) => [
          alarm.MetricName,
          alarm.Statistic,
          alarm.ComparisonOperator,
          alarm.Threshold,
          alarm.EvaluationPeriods,
          JSON.stringify(alarm.Dimensions),
        ]);
      const ofCluster = expect.stringMatching(/^\[{"Name":"DBClusterIdentifier","Value":.*DatabaseCluster/);

      expect(ofDatabase).toEqual([
        ['ACUUtilization', 'Average', 'GreaterThanOrEqualToThreshold', 90, 3, ofCluster],
        ['FreeableMemory', 'Minimum', 'LessThanThreshold', memory, 3, ofCluster],
        ['DatabaseConnections', 'Maximum', 'GreaterThanOrEqualToThreshold', connections, 1, ofCluster],
        ['Deadlocks', 'Maximum', 'GreaterThanThreshold', 0, 1, ofCluster],
      ]);
    },
  );

  it('a moment in which SES takes no mail wakes nobody', () => {
    expect(timingOf('mail-account-faults')).toEqual([300, 2]);
  });

  it.each([
    ['another name', { domainName: 'clients.owconnect.example' }],
    ['an imported certificate', { certificateArn: IMPORTED }],
  ])('the alarm of the certificate follows it to %s, because its template changes', (_which, change) => {
    const watchedBy = (synth: typeof production) =>
      JSON.stringify(alarmsOf(edgeOf(synth)).find((alarm) => nameOf(alarm) === 'certificate')?.Dimensions);

    expect(watchedBy(synthPortal({ ...PRODUCTION, ...change }))).not.toBe(watchedBy(production));
  });

  it('alarms report 3 % of bounces and 0.08 % of complaints, by the rates of the account that AWS judges', () => {
    const ofSes = alarms
      .filter(({ Namespace }) => Namespace === 'AWS/SES')
      .map(({ MetricName, Threshold, Period, Dimensions }) => [MetricName, Threshold, Period, Dimensions]);

    expect(ofSes).toEqual([
      ['Reputation.BounceRate', 0.03, 3600, undefined],
      ['Reputation.ComplaintRate', 0.0008, 3600, undefined],
    ]);
  });

  it('alarms report that events do not reach the queue, and that none came within an hour of a mail', () => {
    const [failed] = alarms.filter((alarm) => nameOf(alarm) === 'mail-events-lost');
    expect(failed).toMatchObject({
      Namespace: 'AWS/SNS',
      MetricName: 'NumberOfNotificationsFailed',
      Statistic: 'Sum',
      Threshold: 1,
    });
    expect(JSON.stringify(failed?.Dimensions)).toMatch(/"TopicName".*MailTopic/);

    const [missing] = alarms.filter((alarm) => nameOf(alarm) === 'mail-events-missing');
    expect(missing).toMatchObject({ EvaluationPeriods: 2, DatapointsToAlarm: 1 });
    expect(metricsOf('mail-events-missing')).toMatchObject({
      threshold: 1,
      expression:
        'IF(RUNNING_SUM(FILL(sent, 0)) - FILL(sent, 0) > 0 AND RUNNING_SUM(FILL(events, 0)) == 0, 1, 0)',
      measured: { sent: ['MailsSent', 'Sum'], events: ['NumberOfMessagesSent', 'Sum'] },
    });
    const text = JSON.stringify(missing?.Metrics);
    expect(text.match(/"Period":3600/g)).toHaveLength(2);
    expect(text).toMatch(/MailEventsQueue/);
  });

  it('a portal without mail has no alarm on the rates, the quota or the faults of mail', () => {
    expect(
      alarmsOf(trial.template)
        .map(nameOf)
        .filter((name) => /^mail-|mail-parked$/.test(name)),
    ).toEqual([]);
  });

  it.each([
    ['job-sweep', { errors: [300, 2], silent: [300, 3] }],
    ['health-check', { errors: [300, 2], silent: [300, 3] }],
    ['helpdesk-copy', { errors: [300, 2], silent: [300, 3] }],
    ['purge', { errors: [86_400, 1], silent: [86_400, 3] }],
    ['ledger-check', { errors: [86_400, 1], silent: [86_400, 3] }],
  ])('the alarms of %s have the periods that fit its schedule', (name, { errors, silent }) => {
    expect(timingOf(`${name}-errors`)).toEqual(errors);
    expect(timingOf(`${name}-silent`)).toEqual(silent);
  });

  it('no alarm looks back longer than CloudWatch allows', () => {
    const isTooLong = ({ Period, EvaluationPeriods }: (typeof alarms)[number]) =>
      Number(Period) * Number(EvaluationPeriods) > (Number(Period) < 3600 ? 86_400 : 7 * 86_400);

    expect(alarms.filter(isTooLong).map(nameOf)).toEqual([]);
  });

  it('docs/operations/run.md lists each alarm and report, marks those that wake, and counts them in its costs', () => {
    const operations = readFileSync('docs/operations/run.md', 'utf8');
    // A row may name several alarms.
    const rows = operations.matchAll(/^\| ((?:`[a-z0-9-]+`(?:, )?)+) \| ([^|]+) \| [^|]+ \|$/gm);
    const entries = [...rows].flatMap(([, names = '', means = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, means })),
    );
    const markedAs = (mark: string) =>
      entries.flatMap(({ name, means }) => (means.startsWith(mark) ? [name] : [])).toSorted();

    const reports = [portal, edge].flatMap((template) =>
      template.ofType('AWS::Events::Rule').map(
        ([
          ,
          {
            Properties: { Description, Targets },
          },
        ]) => ({
          name: String(Description).split('alarm ')[1] ?? '',
          wakes: JSON.stringify(Targets).includes(topicsOf(template).wakes),
        }),
      ),
    );

    expect(entries.map(({ name }) => name).toSorted()).toEqual(
      [...[...alarms, ...together].map(nameOf), ...reports.map(({ name }) => name)].toSorted(),
    );
    expect(markedAs('**Wakes.** ')).toEqual(
      [...wake, ...reports.flatMap(({ name, wakes }) => (wakes ? [name] : []))].toSorted(),
    );
    expect(markedAs('*Quiet.* ')).toEqual(quiet.toSorted());
    const metrics = alarms.map(
      ({ Metrics }) => (JSON.stringify(Metrics)?.match(/"MetricStat"/g) ?? [1]).length,
    );
    const watched = metrics.reduce((sum, count) => sum + count);
    expect(operations).toContain(
      `| CloudWatch, alarms on ${watched} metrics at 0.10, and ${together.length} on other alarms at 0.50 | ${(watched * 0.1 + together.length * 0.5).toFixed(2)} |`,
    );
  });

  it("alarms mail to the deployment's mailbox, and those that wake also to the second one, if given", () => {
    const mailboxesOf = (template: typeof portal) =>
      template
        .ofType('AWS::SNS::Subscription')
        .filter(([, { Properties }]) => Properties.Protocol === 'email')
        .map(([, { Properties }]) => [Properties.Protocol, Properties.Endpoint, Properties.TopicArn]);

    for (const template of [portal, edge]) {
      const { wakes, tells } = topicsOf(template);
      expect(mailboxesOf(template)).toEqual([
        ['email', 'oncall@owconnect.example', { Ref: wakes }],
        ['email', 'oncall@owconnect.example', { Ref: tells }],
      ]);
    }
    for (const template of [other.template, otherEdge]) {
      const { wakes } = topicsOf(template);
      expect(mailboxesOf(template)).toHaveLength(3);
      expect(mailboxesOf(template)).toContainEqual(['email', 'pager@owconnect.example', { Ref: wakes }]);
    }
    expect(mailboxesOf(trial.template)).toEqual([]);
  });
});
