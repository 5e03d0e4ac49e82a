import {
  type DBCluster,
  type DBClusterSnapshot,
  type DBInstance,
  paginateDescribeDBClusterSnapshots,
  paginateDescribeDBClusters,
  paginateDescribeDBInstances,
  type RDSClient,
} from '@aws-sdk/client-rds';
import { Refused } from '../refused.ts';
import { callAws } from './aws-call.ts';

/** The clusters of a restore: the stack's, the restored one, and the stack's former one once it has made room. */
export interface Names {
  stack: string;
  restored: string;
  former: string;
}

/** Names carry the moment, so that two restores never meet; the Data API takes 52 letters of a cluster's name. */
export const nameClusters = (stack: string, moment: Date): Names => {
  const stamp = moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

  return { stack, restored: `${stack}-at-${stamp}`, former: `${stack}-old-${stamp}` };
};

/** The clusters and instances of a restore as AWS describes them, by their names. */
export interface Found {
  clusters: ReadonlyMap<string, DBCluster>;
  instances: ReadonlyMap<string, DBInstance>;
  /** Clusters that were restored to other moments. */
  others: readonly string[];
}

const listClusters = async (client: RDSClient): Promise<DBCluster[]> => {
  const all: DBCluster[] = [];
  for await (const { DBClusters = [] } of paginateDescribeDBClusters({ client }, {})) {
    all.push(...DBClusters);
  }

  return all;
};

/** Refuses to go on while a restore has taken the stack's name from its cluster, and given it to no other. */
export const requireCluster = (client: RDSClient, stack: string): Promise<void> =>
  callAws('rds:DescribeDBClusters', async () => {
    const names = (await listClusters(client)).map(({ DBClusterIdentifier = '' }) => DBClusterIdentifier);
    if (names.includes(stack)) {
      return;
    }
    const former = names
      .filter((name) => name.startsWith(`${stack}-old-`))
      .toSorted()
      .at(-1);
    const advice = former
      ? `Go on with the restore, or give the former one its name again: aws rds modify-db-cluster --db-cluster-identifier ${former} --new-db-cluster-identifier ${stack} --apply-immediately`
      : 'Restore it first.';
    throw new Refused(`There is no cluster ${stack}, so nothing of the portal could work. ${advice}`);
  });

/** Looks at all clusters of the region: while AWS renames one, nobody knows under which name it is described. */
export const findClusters = (client: RDSClient, { stack, restored, former }: Names): Promise<Found> =>
  callAws('rds:DescribeDBClusters and DescribeDBInstances', async () => {
    const all = await listClusters(client);
    const instances: DBInstance[] = [];
    for await (const { DBInstances = [] } of paginateDescribeDBInstances({ client }, {})) {
      instances.push(...DBInstances);
    }
    const isOurs = (name = ''): boolean => [stack, restored, former].includes(name);

    return {
      clusters: new Map(
        all
          .filter(({ DBClusterIdentifier }) => isOurs(DBClusterIdentifier))
          .map((each) => [each.DBClusterIdentifier ?? '', each]),
      ),
      instances: new Map(
        instances
          .filter(({ DBClusterIdentifier }) => isOurs(DBClusterIdentifier))
          .map((each) => [each.DBInstanceIdentifier ?? '', each]),
      ),
      others: all
        .map(({ DBClusterIdentifier = '' }) => DBClusterIdentifier)
        .filter((name) => name.startsWith(`${stack}-at-`) && !isOurs(name)),
    };
  });

/** States of a cluster or an instance that do not end by themselves. */
const BROKEN =
  /^(failed|stopped|deleting|storage-full|incompatible-|inaccessible-|insufficient-|restore-error)/;

/** Returns what is still changing, in words; refuses a restored cluster that never becomes available. */
export const listChanging = ({ clusters, instances }: Found, { restored }: Names): string[] => {
  const states = [
    ...[...clusters].map(([name, { Status = '' }]) => ({ name, cluster: name, state: Status })),
    ...[...instances].map(([name, { DBClusterIdentifier, DBInstanceStatus = '' }]) => ({
      name,
      cluster: DBClusterIdentifier,
      state: DBInstanceStatus,
    })),
  ];
  const broken = states.find(({ cluster, state }) => cluster === restored && BROKEN.test(state));
  if (broken) {
    throw new Refused(
      `${broken.name} is ${broken.state} and does not become available by itself: see its events in the console of RDS. Delete it, and run the command again, which makes it anew.`,
    );
  }

  return states
    .filter(({ state }) => state !== 'available' && !BROKEN.test(state))
    .map(({ name, state }) => `${name} is ${state}`);
};

/** Lists the snapshots that can be restored, the newest first; those of AWS Backup are listed only by their type. */
const listSnapshots = (client: RDSClient): Promise<DBClusterSnapshot[]> =>
  callAws('rds:DescribeDBClusterSnapshots', async () => {
    const found: DBClusterSnapshot[] = [];
    for (const wanted of [{}, { SnapshotType: 'awsbackup' }]) {
      for await (const page of paginateDescribeDBClusterSnapshots({ client }, wanted)) {
        found.push(...(page.DBClusterSnapshots ?? []).filter(({ Status }) => Status === 'available'));
      }
    }

    return found.toSorted(
      (one, other) => (other.SnapshotCreateTime?.getTime() ?? 0) - (one.SnapshotCreateTime?.getTime() ?? 0),
    );
  });

interface Wanted {
  deployment: string;
  moment: Date;
  snapshot: string | undefined;
}

const requireSnapshot = async (client: RDSClient, { moment, snapshot }: Wanted): Promise<void> => {
  const found = (await listSnapshots(client)).find((each) => each.DBClusterSnapshotIdentifier === snapshot);
  if (!found) {
    throw new Refused(`There is no snapshot ${snapshot} that can be restored.`);
  }
  if (found.SnapshotCreateTime && found.SnapshotCreateTime < moment) {
    throw new Refused(
      `${snapshot} was taken at ${found.SnapshotCreateTime.toISOString()}, before the moment: give that as the moment.`,
    );
  }
};

const refuseLost = async (client: RDSClient, stack: string, deployment: string): Promise<never> => {
  const newest = (await listSnapshots(client)).find((each) => each.DBClusterIdentifier === stack);
  const advice = newest
    ? `Its newest snapshot, whose time is the moment: npm run restore -- ${deployment} ${newest.SnapshotCreateTime?.toISOString()} --snapshot ${newest.DBClusterSnapshotIdentifier}`
    : "It left no snapshot: see 'Restore from the backup account' in docs/operations/restore.md.";
  throw new Refused(`There is no cluster ${stack} any more. ${advice}`);
};

/** Refuses a moment to which nothing can be restored; returns the name of the cluster that was there then. */
export const requireSource = async (
  client: RDSClient,
  { clusters }: Found,
  names: Names,
  wanted: Wanted,
): Promise<string> => {
  const source = clusters.get(names.stack) ?? clusters.get(names.former);
  if (wanted.snapshot !== undefined) {
    await requireSnapshot(client, wanted);

    return names.stack;
  }
  if (!source) {
    return refuseLost(client, names.stack, wanted.deployment);
  }

  const { EarliestRestorableTime: earliest, LatestRestorableTime: latest } = source;
  if (!earliest || !latest || wanted.moment < earliest || wanted.moment > latest) {
    throw new Refused(
      `${names.stack} can be restored to a moment from ${earliest?.toISOString()} to ${latest?.toISOString()}, which moves on all the time.`,
    );
  }

  return source.DBClusterIdentifier ?? names.stack;
};
