import { PassThrough } from 'node:stream';
import { App, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { DataStack } from '#infra/data-stack.ts';
import { readDeployment, type Settings } from '#infra/settings.ts';
import type { Cdk } from '#operations/deploy/cdk.ts';
import { Refused } from '#operations/refused.ts';
import { restoreCommand } from '#operations/restore/restore-command.ts';
import { openTerminal, type Terminal } from '#operations/terminal.ts';
import { startRdsRegion } from '#test/support/stand-ins/rds-region.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const MOMENT = '2026-11-20T09:00:00Z';
const NOW = new Date('2026-11-20T12:00:00Z');
const RESTORED = 'example-at-20261120-090000';
const FORMER = 'example-old-20261120-090000';
const KEY = 'arn:aws:kms:af-south-1:123456789012:key/stack';
const SNAPSHOT = {
  DBClusterSnapshotIdentifier: 'rds:example-2026-11-20',
  DBClusterIdentifier: 'example',
  SnapshotCreateTime: new Date('2026-11-20T10:00:00Z'),
  Status: 'available',
  SnapshotType: 'automated',
};
const COPY = { DBClusterSnapshotIdentifier: 'awsbackup:copyjob-1', SnapshotType: 'awsbackup' };

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const synthesized = z.object({ Resources: z.record(z.string(), resource) });

const idsByType: Record<string, string> = { 'AWS::RDS::DBCluster': 'example', 'AWS::KMS::Key': KEY };

/** Returns the data stack as CDK deploys it with other settings than those of the example. */
const synthDataStack = (others: Partial<Settings>) => {
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

const WITH_READER = synthDataStack({ databaseReaders: 1 });
const [WRITER = '', READER = ''] = WITH_READER.instances;
let stack = WITH_READER;

let aws: Awaited<ReturnType<typeof startRdsRegion>>;

beforeAll(async () => {
  aws = await startRdsRegion();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await aws.close();
});

const schedule = { State: 'ENABLED', ScheduleExpression: 'rate(1 minute)', Target: { Input: '{"a":1}' } };

/** Puts the stack's database, and another one of the account, into the region. */
const prepare = () => {
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
beforeEach(() => {
  stack = WITH_READER;
  prepare();
});

/** How a run differs from one that nothing stops. */
interface Faults {
  answers?: boolean[];
  ask?: () => Promise<boolean>;
  wait?: () => Promise<void>;
  cdk?: Cdk;
}

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

const whole = ['example', MOMENT];

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

/** Replaces references by the ids of the stack's resources. */
const resolve = (properties: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(properties), (_key, value) => {
    const name = value?.Ref ?? value?.['Fn::GetAtt']?.[0];

    return stack.resources[name]?.id ?? value;
  });

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

const pick = (given: Record<string, string> | undefined, settings: object | undefined) =>
  Object.fromEntries(Object.keys(settings ?? {}).map((name) => [name, givenFor(given ?? {}, name)]));

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

const namesOf = (changes: readonly string[]) => changes.map((change) => change.split(' ')[0]);

describe('npm run restore', () => {
  it('npm run restore stops the portal, makes the cluster as the stack has it, renames, migrates, compares, starts', async () => {
    const { refusal, shown, questions, commands } = await run(whole);

    expect(refusal).toBeUndefined();
    expectRestored();
    expect(namesOf(aws.region.changes)).toEqual([
      'UpdateEventSourceMapping',
      'UpdateSchedule',
      'RestoreDBClusterToPointInTime',
      'CreateDBInstance',
      'CreateDBInstance',
      'ModifyDBCluster',
      'EnableHttpEndpoint',
      'ModifyDBCluster',
      'ModifyDBCluster',
      'Invoke',
      'ModifyDBInstance',
      'ModifyDBInstance',
      'ModifyDBInstance',
      'ModifyDBInstance',
      'UpdateEventSourceMapping',
      'UpdateSchedule',
    ]);
    expect(questions).toEqual([
      'Make these 2 calls?',
      ...Array.from({ length: 5 }, () => 'Make this call?'),
      'Is it cleaned up, and may it replace example? The portal answers 503 from now on.',
      'Make this call?',
      'Has that run once more?',
      ...Array.from({ length: 6 }, () => 'Make this call?'),
      'Make these 2 calls?',
    ]);
    expect(commands).toEqual([
      'synth --quiet -c deployment=example',
      'diff --app cdk.out --build=',
      'drift example-data --app cdk.out --build=',
    ]);
    expect(shown.at(-1)).toBe(`Delete ${FORMER} in a week, not today.`);
  });

  it('npm run restore shows each call as the command line of AWS would take it, and how to clean up', async () => {
    const { shown } = await run(whole);

    expect(shown).toEqual(
      expect.arrayContaining([
        'aws lambda update-event-source-mapping --uuid uuid-1 --no-enabled',
        `aws scheduler update-schedule --name job-sweep --schedule-expression 'rate(1 minute)' --state DISABLED --target '{"Input":"{\\"a\\":1}"}'`,
        expect.stringMatching(
          /^aws rds restore-db-cluster-to-point-in-time --source-db-cluster-identifier example --restore-to-time 2026-11-20T09:00:00.000Z --db-cluster-identifier example-at-20261120-090000 --kms-key-id arn:\S+ .*--serverless-v2-scaling-configuration '\{"MinCapacity":2,"MaxCapacity":8\}' --enable-cloudwatch-logs-exports postgresql --deletion-protection /,
        ),
        `aws rds modify-db-cluster --db-cluster-identifier example --new-db-cluster-identifier ${FORMER} --apply-immediately`,
        `aws rds modify-db-instance --db-instance-identifier ${RESTORED}-1 --new-db-instance-identifier ${WRITER} --apply-immediately`,
        `0 min: ${RESTORED} is creating`,
      ]),
    );
    expect(shown.filter((text) => text.includes('npm run after-restore'))).toEqual([
      `${RESTORED} is whole. Steps 3 and 4 of docs/operations/restore.md: npm run after-restore -- example 2026-11-20T09:00:00.000Z later.log ${RESTORED}`,
      `Nobody writes any more. Get later.log once more, and: npm run after-restore -- example 2026-11-20T09:00:00.000Z later.log ${RESTORED}`,
    ]);
    expect(shown).toContainEqual(
      expect.stringMatching(/^If it cannot sign in, the owner's password .* --master-user-password /),
    );
  });

  it('npm run restore makes the small cluster of a trial, without insights and without a reader', async () => {
    stack = synthDataStack({ databaseReaders: 0, databaseCapacityMin: 0.5 });
    prepare();

    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
    expect(aws.region.clusters.get('example')?.given).toMatchObject({
      EnablePerformanceInsights: 'false',
      'ServerlessV2ScalingConfiguration.MinCapacity': '0.5',
    });
  });

  /** Calls that were made twice, apart from those that switch and from migrations, which may run again. */
  const listDoubles = () => {
    const calls = aws.region.changes.filter((change) => !/^(Update|Invoke)/.test(change));

    return calls.filter((change, index) => calls.indexOf(change) !== index);
  };

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])(
    'npm run restore that is told no at question %i does nothing more, and says how to go on',
    async (index) => {
      const made: number[] = [];
      const { refusal } = await run(whole, {
        ask: async () => {
          made.push(aws.region.changes.length);

          return made.length <= index;
        },
      });

      expect(refusal).toContain('Nothing more was done. The same command goes on from here');
      expect(made).toHaveLength(index + 1);
      expect(aws.region.changes).toHaveLength(made[index] ?? -1);
    },
  );

  it('npm run restore that is killed whenever it waits goes on from there, and makes no call twice', async () => {
    const runs: string[] = [];
    const runUntilKilled = async () =>
      (
        await run(whole, {
          wait: async () => {
            throw new Refused('killed');
          },
        })
      ).refusal;
    for (let killed = await runUntilKilled(); killed !== undefined; killed = await runUntilKilled()) {
      runs.push(killed);
    }

    expect(new Set(runs)).toEqual(new Set(['killed']));
    // After each of the 11 calls that AWS takes time for, and at each later look.
    expect(runs.length).toBeGreaterThan(11);
    expect(listDoubles()).toEqual([]);
    expectRestored();
  });

  it('npm run restore that is killed while the restored cluster takes its name leaves it that name', async () => {
    aws.region.clusters.delete('example');
    aws.region.instances.clear();
    aws.region.snapshots = [SNAPSHOT];
    const args = [...whole, '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier];
    const killed = await run(args, {
      wait: async () => {
        if (aws.region.changes.at(-1)?.startsWith(`ModifyDBCluster ${RESTORED} example`)) {
          throw new Refused('killed');
        }
      },
    });

    expect([killed.refusal, (await run(args)).refusal]).toEqual(['killed', undefined]);
    expect([...aws.region.clusters.keys()]).toEqual(['other', 'example']);
    expect(listDoubles()).toEqual([]);
  });

  it('npm run restore waits until AWS shows what a call began', async () => {
    aws.region.looksBeforeRename = 4;

    expect((await run(whole)).refusal).toBeUndefined();
    expect(listDoubles()).toEqual([]);
    expectRestored();
  });

  it('npm run restore --start starts what a restore stopped, and nothing else', async () => {
    await run(whole, { answers: [true, false] });
    const { refusal, shown, questions } = await run(['example', '--start']);

    expect(refusal).toBeUndefined();
    expect(questions).toEqual(['Make these 2 calls?']);
    expect([aws.region.mappings, aws.region.schedules]).toEqual([
      { 'uuid-1': 'Enabling' },
      { 'job-sweep': schedule },
    ]);
    expect(shown.at(-1)).toBe('Everything of example runs.');
    expect((await run(['example', '--start'])).questions).toEqual([]);
  });

  it('npm run restore --start starts nothing while no cluster has the name, and says how the former one gets it again', async () => {
    await run(whole, { ask: async () => !aws.region.clusters.has(FORMER) });
    const { refusal, questions } = await run(['example', '--start']);

    expect(refusal).toContain(
      `There is no cluster example, so nothing of the portal could work. Go on with the restore, or give the former one its name again: aws rds modify-db-cluster --db-cluster-identifier ${FORMER} --new-db-cluster-identifier example --apply-immediately`,
    );
    expect(questions).toEqual([]);
    expect(aws.region.mappings).toEqual({ 'uuid-1': 'Disabling' });
    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
  });

  it.each([
    ['a snapshot that the lost cluster left', SNAPSHOT],
    ['a copy of AWS Backup', { ...SNAPSHOT, ...COPY }],
  ])('npm run restore restores %s under the key of the stack', async (_which, snapshot) => {
    aws.region.clusters.delete('example');
    aws.region.instances.clear();
    aws.region.snapshots = [snapshot];
    const { refusal, questions } = await run([...whole, '--snapshot', snapshot.DBClusterSnapshotIdentifier]);

    expect(refusal).toBeUndefined();
    expect(questions).not.toContain('Has that run once more?');
    expect([...aws.region.clusters.keys()]).toEqual(['other', 'example']);
    expect(aws.region.clusters.get('example')?.given).toMatchObject({
      SnapshotIdentifier: snapshot.DBClusterSnapshotIdentifier,
      Engine: 'aurora-postgresql',
      KmsKeyId: KEY,
    });
    expect([...aws.region.instances.keys()].toSorted()).toEqual([READER, WRITER].toSorted());
  });

  it('npm run restore of a lost cluster goes on wherever it is killed, as long as an instance has its first name', async () => {
    const lose = () => {
      prepare();
      aws.region.clusters.delete('example');
      aws.region.instances.clear();
      aws.region.snapshots = [SNAPSHOT];
    };
    const args = [...whole, '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier];
    for (const index of [1, 5, 6, 7, 8, 9]) {
      lose();
      await run(args, { answers: [...Array.from({ length: index }, () => true), false] });
      const { refusal } = await run(args);

      expect(refusal).toBeUndefined();
      expect(listDoubles()).toEqual([]);
      expect([...aws.region.instances.keys()].toSorted()).toEqual([READER, WRITER].toSorted());
    }
  });

  it('npm run restore leaves a cluster that was restored to another moment, and says so', async () => {
    const described = { DBClusterIdentifier: 'example-at-20261101-000000', Status: 'creating' };
    aws.region.clusters.set('example-at-20261101-000000', { described, given: {}, next: [] });
    const { refusal, shown } = await run(whole);

    expect(refusal).toBeUndefined();
    expect(shown[0]).toContain('example-at-20261101-000000 was restored to another moment');
  });

  it('npm run restore waits for an AWS that throttles', async () => {
    const throttled = { code: 'Throttling', message: 'Rate exceeded', status: 400 };
    aws.region.refusals = { DescribeDBClusters: [throttled, throttled], ModifyDBCluster: [throttled] };

    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore ends with the words of a migration that failed, and runs it again', async () => {
    aws.region.migrationFault = 'no such column';
    expect((await run(whole)).refusal).toContain('the migrations failed: {"errorMessage":"no such column"}');
    expect(aws.region.mappings).toEqual({ 'uuid-1': 'Disabling' });

    aws.region.migrationFault = undefined;
    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore starts the portal also if the checkout cannot be compared', async () => {
    const { refusal, shown } = await run(whole, {
      cdk: async () => {
        throw new Refused('cdk synth ended with 1');
      },
    });

    expect(refusal).toBeUndefined();
    expect(shown).toContain('cdk synth ended with 1');
    expectRestored();
  });

  it('npm run restore names an instance that never becomes available, and makes a deleted one anew', async () => {
    aws.region.instanceEndsAs = 'incompatible-network';
    expect((await run(whole)).refusal).toContain(`${RESTORED}-1 is incompatible-network and does not become`);

    aws.region.instanceEndsAs = 'available';
    aws.region.instances.delete(`${RESTORED}-1`);
    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore never gives the name to a cluster with another key', async () => {
    await run(whole, { answers: [true, true, false] });
    Object.assign(aws.region.clusters.get(RESTORED)?.described ?? {}, { KmsKeyId: 'arn:of:another:key' });
    const { refusal } = await run(whole);

    expect(refusal).toContain(`${RESTORED} has the key arn:of:another:key, not the stack's ${KEY}`);
    expect(aws.region.clusters.has('example')).toBe(true);
  });

  it.each([
    'DescribeStacks',
    'ListStackResources',
    'GetTemplate',
    'DescribeDBClusters',
    'RestoreDBClusterToPointInTime',
    'CreateDBInstance',
    'ModifyDBCluster',
    'EnableHttpEndpoint',
    'ModifyDBInstance',
  ])('npm run restore names the right that is missing, %s, and goes on once it is there', async (action) => {
    const message = `User: arn:aws:iam::1:user/o is not authorized to perform: aws:${action} on resource: x`;
    aws.region.refusals = { [action]: [{ code: 'AccessDenied', message, status: 403 }] };

    expect((await run(whole)).refusal).toMatch(
      new RegExp(
        `^These credentials lack the right aws:${action}\\. .* The same command goes on from here\\.$`,
      ),
    );
    expect((await run(whole)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore changes nothing where nobody can answer', async () => {
    const input = new PassThrough();
    const terminal = openTerminal({ input, output: new PassThrough() });

    await expect(restoreCommand(whole, terminal, { clock: () => NOW })).rejects.toThrow(
      'run it on a terminal',
    );
    expect(aws.region.changes).toEqual([]);
  });

  const lose = () => aws.region.clusters.delete('example');

  it.each<[string, string[], () => void, string]>([
    ['no moment', ['example'], () => undefined, 'Usage: npm run restore'],
    ['a moment to start', [...whole, '--start'], () => undefined, 'Usage: npm run restore'],
    ['a third word', [...whole, 'more'], () => undefined, 'Usage: npm run restore'],
    ['an unknown deployment', ['nobody', MOMENT], () => undefined, 'There is no deployments/nobody.json'],
    ['the portal of npm start', ['local', MOMENT], () => undefined, 'which nobody deploys'],
    [
      'a moment without a time zone',
      ['example', '2026-11-20T09:00:00'],
      () => undefined,
      'is no moment such as',
    ],
    ['a moment of a calendar', ['example', '20 November 2026'], () => undefined, 'is no moment such as'],
    ['a future moment', ['example', '2026-11-20T12:00:01Z'], () => undefined, 'is in the future'],
    [
      'a moment before the first that AWS keeps',
      ['example', '2026-10-15T23:59:59Z'],
      () => undefined,
      'can be restored to a moment from 2026-10-16T00:00:00.000Z to 2026-11-20T11:55:00.000Z',
    ],
    [
      'a moment after the last that AWS keeps',
      ['example', '2026-11-20T11:55:01Z'],
      () => undefined,
      'moment from',
    ],
    [
      'a deployment without a stack',
      whole,
      () => {
        aws.region.outputs = {};
      },
      'has no stack example-data: deploy it first, by npm run deploy -- example.',
    ],
    [
      'a lost cluster with snapshots',
      whole,
      () => {
        lose();
        aws.region.snapshots = [
          {
            ...SNAPSHOT,
            DBClusterSnapshotIdentifier: 'older',
            SnapshotCreateTime: new Date('2026-11-19T10:00:00Z'),
          },
          SNAPSHOT,
          { ...SNAPSHOT, DBClusterSnapshotIdentifier: 'newer', Status: 'creating', SnapshotCreateTime: NOW },
          {
            ...SNAPSHOT,
            DBClusterSnapshotIdentifier: 'of another',
            DBClusterIdentifier: 'other',
            SnapshotCreateTime: NOW,
          },
        ];
      },
      'There is no cluster example any more. Its newest snapshot, whose time is the moment: npm run restore -- example 2026-11-20T10:00:00.000Z --snapshot rds:example-2026-11-20',
    ],
    [
      'a lost cluster without a snapshot',
      whole,
      lose,
      "It left no snapshot: see 'Restore from the backup account'",
    ],
    ['an unknown snapshot', [...whole, '--snapshot', 'none'], () => undefined, 'There is no snapshot none'],
    [
      'a snapshot that is older than the moment',
      ['example', '2026-11-20T10:00:01Z', '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier],
      () => {
        aws.region.snapshots = [SNAPSHOT];
      },
      'was taken at 2026-11-20T10:00:00.000Z, before the moment',
    ],
  ])(
    'npm run restore refuses %s in one sentence, and changes and asks nothing',
    async (_what, args, change, sentence) => {
      change();
      const { refusal, questions } = await run(args);

      expect(refusal).toContain(sentence);
      expect(questions).toEqual([]);
      expect(aws.region.changes).toEqual([]);
    },
  );
});
