import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '#operations/refused.ts';
import {
  FORMER,
  KEY,
  RESTORED,
  SNAPSHOT,
  schedule,
  startPortalToRestore,
  WHOLE,
} from '#test/support/operations/portal-to-restore.ts';

const { lose, prepare, run, expectRestored, listDoubles, region, instances, close } =
  await startPortalToRestore();
const [WRITER = '', READER = ''] = instances;
beforeEach(() => prepare());
afterAll(close);

describe('npm run restore that was stopped', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])(
    'npm run restore that is told no at question %i does nothing more, and says how to go on',
    async (index) => {
      const made: number[] = [];
      const { refusal } = await run(WHOLE, {
        ask: async () => {
          made.push(region.changes.length);

          return made.length <= index;
        },
      });

      expect(refusal).toContain('Nothing more was done. The same command goes on from here');
      expect(made).toHaveLength(index + 1);
      expect(region.changes).toHaveLength(made[index] ?? -1);
    },
  );

  it('npm run restore that is killed whenever it waits goes on from there, and makes no call twice', async () => {
    const runs: string[] = [];
    const runUntilKilled = async () =>
      (
        await run(WHOLE, {
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
    lose();
    const args = [...WHOLE, '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier];
    const killed = await run(args, {
      wait: async () => {
        if (region.changes.at(-1)?.startsWith(`ModifyDBCluster ${RESTORED} example`)) {
          throw new Refused('killed');
        }
      },
    });

    expect([killed.refusal, (await run(args)).refusal]).toEqual(['killed', undefined]);
    expect([...region.clusters.keys()]).toEqual(['other', 'example']);
    expect(listDoubles()).toEqual([]);
  });

  it('npm run restore of a lost cluster goes on wherever it is killed, as long as an instance has its first name', async () => {
    const args = [...WHOLE, '--snapshot', SNAPSHOT.DBClusterSnapshotIdentifier];
    for (const index of [1, 5, 6, 7, 8, 9]) {
      lose();
      await run(args, { answers: [...Array.from({ length: index }, () => true), false] });
      const { refusal } = await run(args);

      expect(refusal).toBeUndefined();
      expect(listDoubles()).toEqual([]);
      expect([...region.instances.keys()].toSorted()).toEqual([READER, WRITER].toSorted());
    }
  });

  it('npm run restore ends with the words of a migration that failed, and runs it again', async () => {
    region.migrationFault = 'no such column';
    expect((await run(WHOLE)).refusal).toContain('the migrations failed: {"errorMessage":"no such column"}');
    expect(region.mappings).toEqual({ 'uuid-1': 'Disabling' });

    region.migrationFault = undefined;
    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore names an instance that never becomes available, and makes a deleted one anew', async () => {
    region.instanceEndsAs = 'incompatible-network';
    expect((await run(WHOLE)).refusal).toContain(`${RESTORED}-1 is incompatible-network and does not become`);

    region.instanceEndsAs = 'available';
    region.instances.delete(`${RESTORED}-1`);
    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore never gives the name to a cluster with another key', async () => {
    await run(WHOLE, { answers: [true, true, false] });
    Object.assign(region.clusters.get(RESTORED)?.described ?? {}, { KmsKeyId: 'arn:of:another:key' });
    const { refusal } = await run(WHOLE);

    expect(refusal).toContain(`${RESTORED} has the key arn:of:another:key, not the stack's ${KEY}`);
    expect(region.clusters.has('example')).toBe(true);
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
    region.refusals = { [action]: [{ code: 'AccessDenied', message, status: 403 }] };

    expect((await run(WHOLE)).refusal).toMatch(
      new RegExp(
        `^These credentials lack the right aws:${action}\\. .* The same command goes on from here\\.$`,
      ),
    );
    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
  });

  it('npm run restore --start starts what a restore stopped, and nothing else', async () => {
    await run(WHOLE, { answers: [true, false] });
    const { refusal, shown, questions } = await run(['example', '--start']);

    expect(refusal).toBeUndefined();
    expect(questions).toEqual(['Make these 2 calls?']);
    expect([region.mappings, region.schedules]).toEqual([
      { 'uuid-1': 'Enabling' },
      { 'job-sweep': schedule },
    ]);
    expect(shown.at(-1)).toBe('Everything of example runs.');
    expect((await run(['example', '--start'])).questions).toEqual([]);
  });

  it('npm run restore --start starts nothing while no cluster has the name, and says how the former one gets it again', async () => {
    await run(WHOLE, { ask: async () => !region.clusters.has(FORMER) });
    const { refusal, questions } = await run(['example', '--start']);

    expect(refusal).toContain(
      `There is no cluster example, so nothing of the portal could work. Go on with the restore, or give the former one its name again: aws rds modify-db-cluster --db-cluster-identifier ${FORMER} --new-db-cluster-identifier example --apply-immediately`,
    );
    expect(questions).toEqual([]);
    expect(region.mappings).toEqual({ 'uuid-1': 'Disabling' });
    expect((await run(WHOLE)).refusal).toBeUndefined();
    expectRestored();
  });
});
