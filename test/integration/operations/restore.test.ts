import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '#operations/refused.ts';
import { restoreCommand } from '#operations/restore/restore-command.ts';
import { openTerminal } from '#operations/terminal.ts';
import {
  COPY,
  FORMER,
  KEY,
  MOMENT,
  NOW,
  RESTORED,
  SNAPSHOT,
  startPortalToRestore,
  synthDataStack,
  WHOLE,
} from '#test/support/operations/portal-to-restore.ts';

const namesOf = (changes: readonly string[]) => changes.map((change) => change.split(' ')[0]);

const { lose, prepare, run, expectRestored, listDoubles, region, instances, close } =
  await startPortalToRestore();
const [WRITER = '', READER = ''] = instances;
beforeEach(() => prepare());
afterAll(close);

describe('npm run restore', () => {
  it('npm run restore stops the portal, makes the cluster as the stack has it, renames, migrates, compares, starts', async () => {
    const { refusal, shown, questions, commands } = await run(WHOLE);

    expect(refusal).toBeUndefined();
    expectRestored();
    expect(namesOf(region.changes)).toEqual([
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
    const { shown } = await run(WHOLE);

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
    prepare(synthDataStack({ databaseReaders: 0, databaseCapacityMin: 0.5 }));

    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
    expect(region.clusters.get('example')?.given).toMatchObject({
      EnablePerformanceInsights: 'false',
      'ServerlessV2ScalingConfiguration.MinCapacity': '0.5',
    });
  });

  it('npm run restore waits until AWS shows what a call began', async () => {
    region.looksBeforeRename = 4;

    expect((await run(WHOLE)).refusal).toBeUndefined();
    expect(listDoubles()).toEqual([]);
    expectRestored();
  });

  it.each([
    ['a snapshot that the lost cluster left', SNAPSHOT],
    ['a copy of AWS Backup', { ...SNAPSHOT, ...COPY }],
  ])('npm run restore restores %s under the key of the stack', async (_which, snapshot) => {
    lose(snapshot);
    const { refusal, questions } = await run([...WHOLE, '--snapshot', snapshot.DBClusterSnapshotIdentifier]);

    expect(refusal).toBeUndefined();
    expect(questions).not.toContain('Has that run once more?');
    expect([...region.clusters.keys()]).toEqual(['other', 'example']);
    expect(region.clusters.get('example')?.given).toMatchObject({
      SnapshotIdentifier: snapshot.DBClusterSnapshotIdentifier,
      Engine: 'aurora-postgresql',
      KmsKeyId: KEY,
    });
    expect([...region.instances.keys()].toSorted()).toEqual([READER, WRITER].toSorted());
  });

  it('npm run restore leaves a cluster that was restored to another moment, and says so', async () => {
    const described = { DBClusterIdentifier: 'example-at-20261101-000000', Status: 'creating' };
    region.clusters.set('example-at-20261101-000000', { described, given: {}, next: [] });
    const { refusal, shown } = await run(WHOLE);

    expect(refusal).toBeUndefined();
    expect(shown[0]).toContain('example-at-20261101-000000 was restored to another moment');
  });

  it('npm run restore waits for an AWS that throttles', async () => {
    const throttled = { code: 'Throttling', message: 'Rate exceeded', status: 400 };
    region.refusals = { DescribeDBClusters: [throttled, throttled], ModifyDBCluster: [throttled] };

    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore starts the portal also if the checkout cannot be compared', async () => {
    const { refusal, shown } = await run(WHOLE, {
      cdk: async () => {
        throw new Refused('cdk synth ended with 1');
      },
    });

    expect(refusal).toBeUndefined();
    expect(shown).toContain('cdk synth ended with 1');
    expectRestored();
  });

  it('npm run restore changes nothing where nobody can answer', async () => {
    const input = new PassThrough();
    const terminal = openTerminal({ input, output: new PassThrough() });

    await expect(restoreCommand(WHOLE, terminal, { clock: () => NOW })).rejects.toThrow(
      'run it on a terminal',
    );
    expect(region.changes).toEqual([]);
  });

  it.each<[string, string[], () => void, string]>([
    ['no moment', ['example'], () => undefined, 'Usage: npm run restore'],
    ['a moment to start', [...WHOLE, '--start'], () => undefined, 'Usage: npm run restore'],
    ['a third word', [...WHOLE, 'more'], () => undefined, 'Usage: npm run restore'],
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
      WHOLE,
      () => {
        region.outputs = {};
      },
      'has no stack example-data: deploy it first, by npm run deploy -- example.',
    ],
    [
      'a lost cluster with snapshots',
      WHOLE,
      () => {
        lose();
        region.snapshots = [
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
      WHOLE,
      () => {
        lose();
        region.snapshots = [];
      },
      "It left no snapshot: see 'Restore from the backup account'",
    ],
    ['an unknown snapshot', [...WHOLE, '--snapshot', 'none'], () => undefined, 'There is no snapshot none'],
    [
      'a snapshot that is older than the moment',
      ['example', '2026-11-20T10:00:01Z', '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier],
      () => {
        region.snapshots = [SNAPSHOT];
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
      expect(region.changes).toEqual([]);
    },
  );
});
