import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { jobs } from '#shared/jobs.ts';
import { PRODUCTION, TRIAL } from '#test/support/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/portal-template.ts';

const trial = synthPortal(TRIAL);
const production = synthPortal(PRODUCTION);
const portal = production.template;
const edge = production.templates.get('ow-connect-edge-alarms-af-south-1');
if (!edge) throw new Error('There is no stack of the edge’s alarms');

type Alarm = Record<string, unknown> & { DependsOn: string[] };

const alarmsOf = (template: typeof portal): Alarm[] =>
  template
    .ofType('AWS::CloudWatch::Alarm')
    .map(([, { Properties, DependsOn }]) => ({ ...Properties, DependsOn }));

const publishing = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Principal: z.unknown(),
      Action: z.unknown(),
      Resource: z.unknown(),
      Condition: z.unknown(),
    }),
  ),
});

describe('the alarms', () => {
  const alarms = [...alarmsOf(portal), ...alarmsOf(edge)];
  const nameOf = ({ AlarmDescription }: (typeof alarms)[number]) =>
    String(AlarmDescription).split('alarm ')[1] ?? '';
  const timingOf = (name: string) => {
    const alarm = alarms.find((each) => nameOf(each) === name);

    return [alarm?.Period, alarm?.EvaluationPeriods];
  };

  it('watch errors, silence, throttles, queues and the database, and what CloudFront answers', () => {
    const ofJobs = Object.entries(jobs).flatMap(([name, { trigger }]) => {
      if (trigger === 'deployment') return [];

      return 'schedule' in trigger ? [`${name}-errors`, `${name}-silent`] : [`${name}-errors`];
    });
    const ofQueues = JOB_KINDS.flatMap((name) => [`${name}-dead-letters`, `${name}-waiting`]);

    expect(alarms.map(nameOf).toSorted()).toEqual(
      [
        'api-5xx',
        'api-throttled',
        'edge-4xx',
        'edge-5xx',
        'database-capacity',
        'drive-files',
        'throttles',
        'sign-ins-failed',
        'sign-ins-blocked',
        'records-read',
        ...ofJobs,
        ...ofQueues,
      ].toSorted(),
    );
  });

  it.each([
    ['the portal', portal],
    ['the edge', edge],
  ])(
    'of %s tell a topic to which CloudWatch may publish, that it is wrong and that it is over',
    (_whose, template) => {
      const told = alarmsOf(template).map(({ AlarmActions, OKActions }) => ({ AlarmActions, OKActions }));
      const [topicId] = template.ofType('AWS::SNS::Topic').map(([id]) => id);
      const topic = { Ref: topicId };
      const { Topics, PolicyDocument } = template.only('AWS::SNS::TopicPolicy').Properties;
      const allowed = publishing.parse(PolicyDocument).Statement.filter(({ Effect }) => Effect === 'Allow');

      expect(told.length).toBeGreaterThan(1);
      expect(told).toEqual(told.map(() => ({ AlarmActions: [topic], OKActions: [topic] })));
      expect(Topics).toEqual([topic]);
      expect(allowed).toEqual([
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: topic,
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
    },
  );

  it('of silence come when the schedule has run and everything else stands, so that none is false at first', () => {
    const schedules = portal.ofType('AWS::Scheduler::Schedule').map(([id]) => id);
    const files = portal.ofType('Custom::CDKBucketDeployment').map(([id]) => id);
    const silent = alarmsOf(portal).filter((alarm) => nameOf(alarm).endsWith('-silent'));

    expect(silent).toHaveLength(schedules.length);
    for (const { DependsOn } of silent) {
      expect(DependsOn).toEqual(expect.arrayContaining(files));
      expect(DependsOn.filter((id) => schedules.includes(id))).toHaveLength(1);
    }
  });

  it('of CloudFront stand in us-east-1, where alone it measures, and ask for this distribution', () => {
    const metrics = alarmsOf(edge).map(({ Namespace, MetricName, Dimensions }) => [
      Namespace,
      MetricName,
      JSON.stringify(Dimensions),
    ]);
    const ofPortal = expect.stringMatching(
      /"Fn::GetStackOutput":\{"StackName":"ow-connect","Region":"af-south-1"/,
    );

    expect(production.stacks.find(({ stackName }) => stackName.includes('edge-alarms'))?.region).toBe(
      'us-east-1',
    );
    expect(metrics).toEqual([
      ['AWS/CloudFront', '5xxErrorRate', ofPortal],
      ['AWS/CloudFront', '4xxErrorRate', ofPortal],
    ]);
  });

  it('count in the logs what the API refuses, failed and blocked sign-ins, and the readings of clients', () => {
    const filters = portal.ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => {
      const { FilterPattern, LogGroupName, MetricTransformations } = Properties;

      return [describeValue(LogGroupName), FilterPattern, MetricTransformations];
    });
    const metric = (MetricName: string, MetricValue = '1') => [
      { MetricName, MetricNamespace: 'ow-connect', MetricValue },
    ];
    const watchedMetrics = alarms.filter(({ Namespace }) => Namespace === 'ow-connect');

    expect(filters).toEqual([
      ['JobspurgeLog', '{ $.driveFiles = "*" }', metric('DriveFiles', '$.driveFiles')],
      ['authloginLog', '{ $.status = 401 }', metric('SignInFailed')],
      ['authloginLog', '{ $.status = 429 }', metric('SignInBlocked')],
      ['usersreadLog', '{ $.message = "request" }', metric('RecordRead')],
      ['invoicesdownloadLog', '{ ($.message = "request") && ($.role = "admin") }', metric('RecordRead')],
      ['AccessLog', '{ ($.status = "429") && ($.functionStatus = "-") }', metric('ApiThrottled')],
    ]);
    expect(
      watchedMetrics.map(({ MetricName, Threshold, Period }) => [MetricName, Threshold, Period]),
    ).toEqual([
      ['ApiThrottled', 10, 300],
      ['SignInFailed', 100, 300],
      ['SignInBlocked', 20, 300],
      ['RecordRead', 100, 300],
      ['DriveFiles', 300_000, 86_400],
    ]);
  });

  it.each([
    ['job-sweep', { errors: [300, 2], silent: [300, 3] }],
    ['health-check', { errors: [300, 2], silent: [300, 3] }],
    ['helpdesk-copy', { errors: [300, 2], silent: [300, 3] }],
    ['purge', { errors: [86_400, 1], silent: [86_400, 3] }],
  ])('give %s the time that its rate asks for', (name, { errors, silent }) => {
    expect(timingOf(`${name}-errors`)).toEqual(errors);
    expect(timingOf(`${name}-silent`)).toEqual(silent);
  });

  it('look back no longer than CloudWatch does', () => {
    const isTooLong = ({ Period, EvaluationPeriods }: (typeof alarms)[number]) =>
      Number(Period) * Number(EvaluationPeriods) > (Number(Period) < 3600 ? 86_400 : 7 * 86_400);

    expect(alarms.filter(isTooLong).map(nameOf)).toEqual([]);
  });

  it('stand in docs/operations.md, each with its entry, and in its costs with their number', () => {
    const operations = readFileSync('docs/operations.md', 'utf8');
    const entries = [...operations.matchAll(/^\| `([a-z0-9-]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
      ([, name]) => name,
    );

    expect(entries).toEqual(expect.arrayContaining(alarms.map(nameOf)));
    expect(operations).toContain(
      `| CloudWatch, ${alarms.length} alarms | ${(alarms.length * 0.1).toFixed(2)} |`,
    );
  });

  it('mail the address of the deployment, if it has one', () => {
    for (const template of [portal, edge]) {
      expect(template.only('AWS::SNS::Subscription').Properties).toMatchObject({
        Protocol: 'email',
        Endpoint: 'oncall@owconnect.example',
      });
    }
    expect(trial.template.ofType('AWS::SNS::Subscription')).toEqual([]);
  });
});
