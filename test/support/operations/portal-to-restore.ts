import { App, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import { DataStack } from '#infra/data-stack.ts';
import { readDeployment, type Settings } from '#infra/settings.ts';
import type { Cdk } from '#operations/deploy/cdk.ts';
import { restoreCommand } from '#operations/restore/restore-command.ts';
import type { Terminal } from '#operations/terminal.ts';
import { startRdsRegion } from '#test/support/stand-ins/rds-region.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

export const MOMENT = '2026-11-20T09:00:00Z';
/** The arguments of a whole restore. */
export const WHOLE = ['example', MOMENT];
export const NOW = new Date('2026-11-20T12:00:00Z');
export const RESTORED = 'example-at-20261120-090000';
export const FORMER = 'example-old-20261120-090000';
export const KEY = 'arn:aws:kms:af-south-1:123456789012:key/stack';
export const SNAPSHOT = {
  DBClusterSnapshotIdentifier: 'rds:example-2026-11-20',
  DBClusterIdentifier: 'example',
  SnapshotCreateTime: new Date('2026-11-20T10:00:00Z'),
  Status: 'available',
  SnapshotType: 'automated',
};
export const COPY = { DBClusterSnapshotIdentifier: 'awsbackup:copyjob-1', SnapshotType: 'awsbackup' };

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const synthesized = z.object({ Resources: z.record(z.string(), resource) });

const idsByType: Record<string, string> = { 'AWS::RDS::DBCluster': 'example', 'AWS::KMS::Key': KEY };

/** Returns the data stack as CDK deploys it with other settings than those of the example. */
export const synthDataStack = (others: Partial<Settings>) => {
  const settings = { ...readDeployment('example'), ...others };
  const app = new App();
  Tags.of(app).add('deployment', 'example');
  const dataStack = new DataStack(app, 'example-data', settings, {
    env: { account: settings.account, region: settings.region },
  });
  const { Resources } = synthesized.parse(Template.fromStack(dataStack).toJSON());
  const resources = Object.fromEntries(
    Object.entries(Resources).map(([logicalId, { Type }]) => [
      logicalId,
      { type: Type, id: idsByType[Type] ?? `id-${logicalId.toLowerCase()}` },
    ]),
  );
  const instances = Object.values(resources)
    .filter(({ type }) => type === 'AWS::RDS::DBInstance')
    .map(({ id }) => id);

  return { Resources, resources, instances };
};

export const schedule = {
  State: 'ENABLED',
  ScheduleExpression: 'rate(1 minute)',
  Target: { Input: '{"a":1}' },
};

/** How a run differs from one that nothing stops. */
interface Faults {
  answers?: boolean[];
  ask?: () => Promise<boolean>;
  wait?: () => Promise<void>;
  cdk?: Cdk;
}

/** Returns what a call was given for a setting of the template: a text, or those of a list or a structure. */
const givenFor = (given: Record<string, string>, name: string) => {
  const inner = Object.entries(given).filter(([key]) => key.startsWith(`${name}.`));

  return given[name] ?? inner.map(([, value]) => value).toSorted();
};

const expected = (value: unknown): unknown => {
  const texts = (each: unknown): string[] =>
    typeof each === 'object' && each !== null ? Object.values(each).flatMap(texts) : [String(each)];

  return typeof value === 'object' ? texts(value).toSorted() : String(value);
};

/** RDS's names of settings that CloudFormation calls otherwise. */
const RDS_NAMES: Record<string, string> = {
  PerformanceInsightsEnabled: 'EnablePerformanceInsights',
  PerformanceInsightsKmsKeyId: 'PerformanceInsightsKMSKeyId',
};

/** Settings that a restored cluster has from its origin, or by other calls than its own. */
const NOT_GIVEN = [
  'DBClusterIdentifier',
  'DatabaseName',
  'EnableHttpEndpoint',
  'Engine',
  'EngineVersion',
  'MasterUserPassword',
  'MasterUsername',
  // The default of both.
  'PerformanceInsightsRetentionPeriod',
  'Port',
  'StorageEncrypted',
];

const pick = (given: Record<string, string> | undefined, settings: object | undefined) =>
  Object.fromEntries(Object.keys(settings ?? {}).map((name) => [name, givenFor(given ?? {}, name)]));

/** Starts a region with a deployed portal, which a test restores by the command. */
export const startPortalToRestore = async () => {
  const aws = await startRdsRegion();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const withReader = synthDataStack({ databaseReaders: 1 });
  let stack = withReader;

  /** Puts the stack's database, and another one of the account, into the region. */
  const prepare = (deployed = withReader) => {
    stack = deployed;
    aws.reset();
    const { region } = aws;
    region.clusters.set('example', {
      described: {
        DBClusterIdentifier: 'example',
        Status: 'available',
        EarliestRestorableTime: new Date('2026-10-16T00:00:00Z'),
        LatestRestorableTime: new Date('2026-11-20T11:55:00Z'),
      },
      given: { was: 'there' },
      next: [],
    });
    for (const DBInstanceIdentifier of stack.instances) {
      region.instances.set(DBInstanceIdentifier, {
        described: { DBInstanceIdentifier, DBClusterIdentifier: 'example', DBInstanceStatus: 'available' },
        given: { was: 'there' },
        next: [],
      });
    }
    // Another deployment in the same account.
    region.clusters.set('other', {
      described: { DBClusterIdentifier: 'other', Status: 'modifying' },
      given: {},
      next: [],
    });
    region.template = JSON.stringify({ Resources: stack.Resources });
    region.resources = {
      'example-data': stack.resources,
      example: {
        Messages: { type: 'AWS::Lambda::EventSourceMapping', id: 'uuid-1' },
        Schedule: { type: 'AWS::Scheduler::Schedule', id: 'job-sweep' },
      },
    };
    region.outputs = {
      'example-data': {
        DatabaseArn: 'arn:aws:rds:af-south-1:123456789012:cluster:example',
        DatabaseKeyArn: KEY,
      },
      example: { MigrateFunctionName: 'example-migrate' },
    };
    region.mappings = { 'uuid-1': 'Enabled' };
    region.schedules = { 'job-sweep': schedule };
  };
  /** Runs the command; each question is answered by the next answer, and yes without one. */
  const run = async (args: string[], { answers = [], ask, ...others }: Faults = {}) => {
    const { terminal, shown } = makeRecordedTerminal();
    const questions: string[] = [];
    const commands: string[] = [];
    const answering: Terminal = {
      ...terminal,
      confirm: async (question) => {
        questions.push(question);

        return ask ? ask() : (answers.shift() ?? true);
      },
    };
    const refusal = await restoreCommand(args, answering, {
      clock: () => NOW,
      wait: async () => undefined,
      cdk: async (...words) => {
        commands.push(words.join(' '));
      },
      ...others,
    }).catch((error: Error) => error.message);

    return { refusal, shown, questions, commands };
  };

  /** Replaces references by the ids of the stack's resources. */
  const resolve = (properties: Record<string, unknown>): Record<string, unknown> =>
    JSON.parse(JSON.stringify(properties), (_key, value) => {
      const name = value?.Ref ?? value?.['Fn::GetAtt']?.[0];

      return stack.resources[name]?.id ?? value;
    });

  const settingsOf = (type: string) =>
    Object.values(stack.Resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) =>
        Object.fromEntries(
          Object.entries(resolve(Properties))
            .filter(([name]) => !NOT_GIVEN.includes(name))
            .map(([name, value]) => [RDS_NAMES[name] ?? name, expected(value)]),
        ),
      );

  /** Asserts that the restored cluster is the stack's, and everything runs. */
  const expectRestored = () => {
    const { clusters, instances, mappings, schedules } = aws.region;
    const [clusterSettings] = settingsOf('AWS::RDS::DBCluster');
    const restored = clusters.get('example');

    expect([...clusters.keys()].toSorted()).toEqual(['example', FORMER, 'other']);
    expect(clusters.get(FORMER)?.given).toEqual({ was: 'there' });
    expect(Object.keys(clusterSettings ?? {})).toContain('DatabaseInsightsMode');
    expect(pick(restored?.given, clusterSettings)).toEqual(clusterSettings);
    expect(restored?.described).toMatchObject({ Status: 'available', HttpEndpointEnabled: true });
    expect(
      [...instances].map(([name, { described }]) => [name, described.DBClusterIdentifier]).toSorted(),
    ).toEqual(
      [
        ...stack.instances.map((id) => [id, 'example']),
        ...stack.instances.map((_, index) => [`${FORMER}-${index + 1}`, FORMER]),
      ].toSorted(),
    );
    for (const [index, settings] of settingsOf('AWS::RDS::DBInstance').entries()) {
      expect(pick(instances.get(stack.instances[index] ?? '')?.given, settings)).toEqual(settings);
    }
    expect([mappings, schedules]).toEqual([{ 'uuid-1': 'Enabling' }, { 'job-sweep': schedule }]);
  };

  /** Calls that were made twice, apart from those that switch and from migrations, which may run again. */
  const listDoubles = () => {
    const calls = aws.region.changes.filter((change) => !/^(Update|Invoke)/.test(change));

    return calls.filter((change, index) => calls.indexOf(change) !== index);
  };

  /** Takes the cluster and its instances away; a snapshot is left. */
  const lose = (snapshot: Record<string, unknown> = SNAPSHOT) => {
    prepare();
    aws.region.clusters.delete('example');
    aws.region.instances.clear();
    aws.region.snapshots = [snapshot];
  };

  return {
    region: aws.region,
    instances: withReader.instances,
    prepare,
    lose,
    run,
    expectRestored,
    listDoubles,
    close: async () => {
      vi.unstubAllEnvs();
      await aws.close();
    },
  };
};
