import {
  CreateDBInstanceCommand,
  EnableHttpEndpointCommand,
  ModifyDBClusterCommand,
  type ModifyDBClusterMessage,
  ModifyDBInstanceCommand,
  type RDSClient,
  RestoreDBClusterFromSnapshotCommand,
  RestoreDBClusterToPointInTimeCommand,
} from '@aws-sdk/client-rds';
import { type AwsCall, makeCall } from './aws-call.ts';
import type { Found, Names } from './clusters.ts';
import type { StackDatabase } from './stack-database.ts';

/** A call that is made only where it is due, so that a command which was stopped goes on from there. */
export interface Step {
  isDue(found: Found): boolean;
  call(found: Found): AwsCall;
  /** True once AWS shows what the call made. */
  isMade(found: Found): boolean;
}

export interface Restore {
  rds: RDSClient;
  names: Names;
  database: StackDatabase;
  keyArn: string;
}

/** The moment, and what has it: a cluster that is there, or a snapshot. */
export interface Origin {
  moment: Date;
  source: string;
  snapshot: string | undefined;
}

/** True once the restored cluster has the stack's name. */
export const hasTakenPlace = ({ clusters, instances }: Found, { stack, restored, former }: Names): boolean =>
  clusters.has(stack) &&
  !clusters.has(restored) &&
  // A lost cluster left no former one.
  (clusters.has(former) || [...instances.keys()].some((name) => name.startsWith(`${restored}-`)));

const modify = (rds: RDSClient, input: ModifyDBClusterMessage): AwsCall => {
  const command = new ModifyDBClusterCommand({ ...input, ApplyImmediately: true });

  return makeCall('rds', command, () => rds.send(command));
};

const restoreCluster = (
  { rds, names, database, keyArn }: Restore,
  { moment, source, snapshot }: Origin,
): AwsCall => {
  // The stack's key, whatever key a copied snapshot has: the key of a cluster can never be changed.
  const settings = { DBClusterIdentifier: names.restored, KmsKeyId: keyArn, ...database.ofRestore };
  if (snapshot === undefined) {
    const command = new RestoreDBClusterToPointInTimeCommand({
      SourceDBClusterIdentifier: source,
      RestoreToTime: moment,
      ...settings,
    });

    return makeCall('rds', command, () => rds.send(command));
  }
  const command = new RestoreDBClusterFromSnapshotCommand({
    SnapshotIdentifier: snapshot,
    Engine: database.Engine,
    ...settings,
  });

  return makeCall('rds', command, () => rds.send(command));
};

/** Makes the restored cluster as the stack describes it. */
export const listRestoreSteps = (restore: Restore, origin: Origin): Step[] => {
  const { rds, names, database, keyArn } = restore;
  const { PerformanceInsightsEnabled: hasInsights, ofChange, instances } = database;
  const DBClusterIdentifier = names.restored;
  const describe = ({ clusters }: Found) => clusters.get(names.restored);

  const makeInstances = instances.map(({ properties }, index): Step => {
    const name = `${names.restored}-${index + 1}`;
    const command = new CreateDBInstanceCommand({
      DBClusterIdentifier,
      DBInstanceIdentifier: name,
      ...properties,
      ...(hasInsights && { PerformanceInsightsKMSKeyId: keyArn }),
    });

    return {
      isDue: (found) => !found.instances.has(name),
      call: () => makeCall('rds', command, () => rds.send(command)),
      isMade: (found) => found.instances.has(name),
    };
  });

  const steps: Step[] = [
    {
      isDue: (found) => describe(found) === undefined,
      call: () => restoreCluster(restore, origin),
      isMade: (found) => describe(found) !== undefined,
    },
    ...makeInstances,
    {
      isDue: (found) => {
        const described = new Map<string, unknown>(Object.entries(describe(found) ?? {}));

        return Object.entries(ofChange).some(([name, value]) => described.get(name) !== value);
      },
      call: () =>
        modify(rds, {
          DBClusterIdentifier,
          ...ofChange,
          EnablePerformanceInsights: hasInsights,
          ...(hasInsights && { PerformanceInsightsKMSKeyId: keyArn }),
        }),
      isMade: () => true,
    },
    {
      isDue: (found) => describe(found)?.HttpEndpointEnabled !== true,
      call: (found) => {
        const command = new EnableHttpEndpointCommand({ ResourceArn: describe(found)?.DBClusterArn });

        return makeCall('rds', command, () => rds.send(command));
      },
      isMade: (found) => describe(found)?.HttpEndpointEnabled === true,
    },
  ];

  // What a killed run called may happen meanwhile.
  return steps.map((step) => ({
    ...step,
    isDue: (found) => !hasTakenPlace(found, names) && step.isDue(found),
  }));
};

const renameCluster = (rds: RDSClient, from: string, to: string): Step => ({
  isDue: ({ clusters }) => clusters.has(from),
  call: () => modify(rds, { DBClusterIdentifier: from, NewDBClusterIdentifier: to }),
  isMade: ({ clusters }) => clusters.has(to),
});

const renameInstance = (rds: RDSClient, cluster: string, from: string, to: string): Step => ({
  isDue: ({ instances }) => instances.get(from)?.DBClusterIdentifier === cluster,
  call: () => {
    const command = new ModifyDBInstanceCommand({
      DBInstanceIdentifier: from,
      NewDBInstanceIdentifier: to,
      ApplyImmediately: true,
    });

    return makeCall('rds', command, () => rds.send(command));
  },
  isMade: ({ instances }) => instances.get(to)?.DBClusterIdentifier === cluster,
});

/** Takes the stack's name from the cluster that has it. */
export const makeRoom = ({ rds, names }: Restore): Step => ({
  ...renameCluster(rds, names.stack, names.former),
  // Without a restored one it is that which has the name.
  isDue: ({ clusters }) => clusters.has(names.stack) && clusters.has(names.restored),
});

/** Gives the stack's name to the restored cluster. */
export const takePlace = ({ rds, names }: Restore): Step => renameCluster(rds, names.restored, names.stack);

/** Gives the stack's names to the instances, too; the former ones make room. */
export const renameInstances = ({ rds, names, database }: Restore): Step[] => [
  ...database.instances.map(({ id }, index) =>
    renameInstance(rds, names.former, id, `${names.former}-${index + 1}`),
  ),
  ...database.instances.map(({ id }, index) =>
    renameInstance(rds, names.stack, `${names.restored}-${index + 1}`, id),
  ),
];
